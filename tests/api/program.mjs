// Runs a program of its own that imports the package: what it does to the process or to the memory
// concerns no other test.

import { spawnSync } from "node:child_process";
import { root } from "../../pkg-template/build/places.mjs";

/** Returns `{status, stdout, stderr}` of a module, run by Node with these flags. */
export function ran(program, ...flags) {
	return spawnSync(
		process.execPath,
		[...flags, "--input-type=module", "--eval", program],
		{ cwd: root, encoding: "utf8" },
	);
}

/** Returns what a module prints, as data. */
export function printed(program, ...flags) {
	const { status, stdout, stderr } = ran(program, ...flags);
	if (status !== 0) throw new Error(stdout + stderr);
	return JSON.parse(stdout);
}
