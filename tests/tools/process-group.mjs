// Programs that end with all that they have started: in a process group of their own, which ends
// with the program that started it.

import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { isWindows } from "./windows.mjs";

/** The groups whose first program has not ended. */
const groups = new Set();

process.once("exit", () => {
	for (const program of groups) endGroup(program, "SIGTERM");
});
// A terminal sends them to its own group alone, and Node has no exit then.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"])
	process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** Starts a program in a group of its own. */
export function startGroup(command, args, options) {
	const program = spawn(command, args, { ...options, detached: !isWindows });
	groups.add(program);
	program.once("exit", () => groups.delete(program));
	return program;
}

/** Ends a program that `startGroup` has started, and its group. Returns whether any was left. */
export function endGroup({ pid }, signal) {
	if (isWindows)
		return spawnSync("taskkill", ["/pid", `${pid}`, "/t", "/f"]).status === 0;
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
}
