// Installs the npm packages of package-lock.json when they are missing or not the locked ones, so
// that `npm start` and `npm test` are the first command after a clone. Node builtins only.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, run, say } from "./command.mjs";
import { root } from "./places.mjs";

export function installDependencies() {
	const missing = firstMissing();
	if (missing === null) return;
	say(
		`npm packages: installing what package-lock.json lists, for the build and the tests (${missing})`,
	);
	run(npm.command, [...npm.before, "ci", "--no-audit", "--no-fund"]);
}

/**
 * Returns why an install is needed, or null. npm notes what it installed in
 * node_modules/.package-lock.json.
 */
function firstMissing() {
	const note = join(root, "node_modules", ".package-lock.json");
	if (!existsSync(note)) return "there is no node_modules yet";
	const installed = packages(note);
	for (const [path, { version, link, optional }] of Object.entries(
		packages(join(root, "package-lock.json")),
	)) {
		// Links are this repository's own workspaces; optional packages are those of other platforms.
		if (!path.includes("node_modules/") || link || optional) continue;
		if (installed[path]?.version !== version)
			return `${path} is not at ${version}`;
	}
	return null;
}

function packages(lockFile) {
	return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}
