// What Windows does not have: signals that a program can answer, groups of processes, links and
// modes of files for everybody.

import { spawnSync } from "node:child_process";

export const isWindows = process.platform === "win32";

/** Options of a test that needs something of POSIX: it is skipped on Windows. */
export const needsPosix = (what) => ({
	skip: isWindows && `Windows has no ${what}`,
});

/**
 * Ends a program that was started with `detached`, and all that it has started. Throws if there is
 * none left.
 */
export function endGroup({ pid }, signal) {
	if (!isWindows) process.kill(-pid, signal);
	else if (spawnSync("taskkill", ["/pid", `${pid}`, "/t", "/f"]).status !== 0)
		throw new Error(`there is no process ${pid}`);
}
