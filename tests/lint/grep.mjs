// The tracked text files of a folder, searched as `git grep` does.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Returns the lines that match an extended regular expression, as `git grep` writes them. */
export const grep = (folder, pattern) => gitGrep(folder, ["-nIE", pattern]);

/** Returns the paths of the text files that match path patterns. */
export const listFiles = (folder, ...paths) =>
	gitGrep(folder, ["-lI", "", "--", ...paths]).split("\n");

/** A folder without a repository is searched whole, but for what its .gitignore names. */
function gitGrep(folder, args) {
	const options = existsSync(join(folder, ".git"))
		? []
		: ["--no-index", "--exclude-standard"];
	const { status, stdout, stderr } = spawnSync(
		"git",
		["grep", ...options, ...args],
		{ cwd: folder, encoding: "utf8" },
	);
	// 1: found nothing.
	assert.ok(status === 0 || status === 1, stderr);
	return stdout.trimEnd();
}
