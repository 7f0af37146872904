// The page and the extension are checked by tsc, against the types that the packed package brings.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../pkg-template/build/places.mjs";

test("tsc finds nothing wrong with www/", () => {
	const typescript = import.meta.resolve("typescript/package.json");
	const tsc = fileURLToPath(new URL("bin/tsc", typescript));
	const args = [tsc, "--project", join(root, "www")];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		encoding: "utf8",
	});
	assert.equal(status, 0, stdout + stderr);
});
