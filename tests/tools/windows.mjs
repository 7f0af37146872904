// What Windows does not have: signals that a program can answer, groups of processes, links and
// modes of files for everybody.

export const isWindows = process.platform === "win32";

/** Options of a test that needs something of POSIX: it is skipped on Windows. */
export const needsPosix = (what) => ({
	skip: isWindows && `Windows has no ${what}`,
});
