// `npm publish` would take the package as it is: a dry run, which uploads nothing and reaches no
// registry.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { npm } from "../../pkg-template/build/command.mjs";
import { pkg } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";

/** Returns what npm reports of a folder. */
function dryRun(folder) {
	const { status, stdout, stderr } = spawnSync(
		npm.command,
		[
			...npm.before,
			"publish",
			"--dry-run",
			"--json",
			// Nothing listens there, and the outcome does not depend on it.
			"--registry=http://127.0.0.1:9/",
			"--fetch-retries=0",
		],
		{ cwd: folder, encoding: "utf8" },
	);
	const [published] =
		status === 0 ? Object.values(JSON.parse(stdout)) : [undefined];
	const corrected = stderr
		.split("\n")
		.filter((line) => /npm (?:warn|error) publish (?!This command)/.test(line));
	return { status, corrected, published, stderr };
}

test("npm publish corrects nothing in the manifest", () => {
	const { status, corrected, published, stderr } = dryRun(pkg);
	assert.equal(status, 0, stderr);
	assert.deepEqual(corrected, []);
	assert.equal(published.name, "agent-todos");
	const paths = published.files.map(({ path }) => path);
	for (const path of ["README.md", "LICENSE", "index.js", "docs/index.md"])
		assert.ok(paths.includes(path), path);
});

test("the check of the manifest finds what npm would correct or refuse", () => {
	const folder = emptyTarget("packaging", "publish");
	cpSync(join(pkg, "cli.js"), join(folder, "cli.js"));
	const write = (manifest) =>
		writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	write({ name: "a", version: "1.0.0", bin: { a: "./cli.js" } });
	assert.notDeepEqual(dryRun(folder).corrected, []);
	write({ name: "a", version: "one" });
	assert.notEqual(dryRun(folder).status, 0);
});
