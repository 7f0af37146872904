// No tracked file has a marker that a merge left. Biome finds them in code; this finds them in Rust, Markdown and data too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";

/** The lines, as `git grep` writes them. A folder without a repository is searched whole, but for what its .gitignore names. */
function markers(folder) {
	const options = existsSync(join(folder, ".git"))
		? []
		: ["--no-index", "--exclude-standard"];
	const { status, stdout, stderr } = spawnSync(
		"git",
		["grep", "-nIE", ...options, "^(<{7}|>{7}|[|]{7})( |$)"],
		{ cwd: folder, encoding: "utf8" },
	);
	// 1: found nothing.
	assert.ok(status === 0 || status === 1, stderr);
	return stdout.trimEnd();
}

test("no tracked file has a conflict marker", () =>
	assert.equal(markers(root), ""));

test("a conflict marker is found", () => {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-markers-"));
	try {
		const text = `${"<".repeat(7)} HEAD\na\n${">".repeat(7)} main\n`;
		writeFileSync(join(folder, "list.rs"), text);
		assert.match(markers(folder), /list\.rs:1:.*\n.*list\.rs:3:/);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
