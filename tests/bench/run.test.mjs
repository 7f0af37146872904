// Runs one row of `npm run bench`, which fails if its contenders return different texts.

import "../tools/is-built.mjs";
import "../../www/browsers/playwright.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("run.mjs", import.meta.url));

test("the contenders of the bench return the same texts", () => {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[program, "listNew"],
		{ encoding: "utf8", env: { ...process.env, ROUNDS: "1" } },
	);
	assert.equal(status, 0, stderr);
	assert.match(stdout, /`TodoWrite` of 30 todos to an empty list \| [\d,]+ \|/);
});
