// `npm test -- --changed`: which files differ from `main`, and which suites they concern.

import { output } from "../../pkg-template/build/command.mjs";

/** The files that differ from where this branch left `main`, and those that are not committed, by their paths below the root. */
export function changedFiles() {
	const base = ["main", "origin/main"]
		.map((main) => output("git", ["merge-base", "HEAD", main])?.trim())
		.find((commit) => commit);
	const lines = (...args) => output("git", args)?.split("\n") ?? [];
	return [
		...lines("diff", "--name-only", "--no-renames", base ?? "HEAD"),
		...lines("ls-files", "--others", "--exclude-standard"),
	].filter((file) => file !== "");
}

/** Whether any of `files` is in the folder of the suite, or below one of the paths that concern it. What all suites share concerns all. */
export function isConcerned({ name, concerns }, files) {
	const shared = ["tests/setup", "package.json", "package-lock.json"];
	const paths = [...shared, "tests/package.json", ...concerns, `tests/${name}`];
	return files.some((file) =>
		paths.some(
			(path) => path === "" || file === path || file.startsWith(`${path}/`),
		),
	);
}
