// What a list costs a conversation keeps within its bars, and README says what is measured.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import {
	comparison,
	definitions,
	measureRuns,
	mostOfFull,
	table,
} from "../bench/tokens.mjs";

const readme = readFileSync(join(root, "README.md"), "utf8");

test("reminders in mode changes are at most a quarter of those in mode full", () => {
	const { full, changes, share } = comparison();
	// As many of them, each about one change: the last one finishes the list, which is told nobody.
	assert.deepEqual([full.count, changes.count], [60, 60]);
	assert.ok(share <= mostOfFull, `${share}`);
	for (const { tokens } of [full, changes])
		assert.ok(
			readme.includes(tokens.toLocaleString("en-US")),
			`README does not say ${tokens}: see npm run tokens`,
		);
});

test("withProgress takes no turn more than the same task without a list", async () => {
	const runs = await measureRuns();
	const turns = Object.values(runs).map(({ turns }) => turns);
	assert.equal(turns[0], 31);
	assert.deepEqual(turns.slice(1, 3), [31, 31]);
	// A call of its own for each todo is a turn for each.
	assert.ok(turns.slice(3).every((number) => number > 60));
	assert.ok(
		readme.replaceAll("\n", " ").includes(definitions()),
		`README says something else: ${definitions()}`,
	);
	assert.ok(
		readme.includes(table(runs)),
		`README has another table: see npm run tokens\n${table(runs)}`,
	);
});
