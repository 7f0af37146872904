// Imported by each test of the package: says so when the package is older than its source, as `node
// --test` builds nothing.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { root, target } from "../../pkg-template/build/places.mjs";

const sources = ["Cargo.toml", "Cargo.lock", "src", "pkg-template", "www/docs"];

/**
 * Returns a file or folder, of `paths` or below, that changed after the file `stamp` was written,
 * or undefined.
 */
export function newerThan(stamp, paths) {
	const { mtimeMs: built } = statSync(stamp);
	const find = (path) => {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats?.mtimeMs > built) return path;
		if (!stats?.isDirectory()) return undefined;
		for (const name of readdirSync(path)) {
			// The second is what a build that runs meanwhile writes.
			if (["node_modules", "generated"].includes(name)) continue;
			const found = find(join(path, name));
			if (found !== undefined) return found;
		}
		return undefined;
	};
	return paths.map(find).find((path) => path !== undefined);
}

/** Returns what is wrong with the package, or undefined. */
export function staleness(stamp, paths) {
	if (!existsSync(stamp)) return "The package is not built: npm run build";
	const newer = newerThan(stamp, paths);
	if (newer === undefined) return undefined;
	return `The package is older than ${relative(root, newer)}: npm run build`;
}

const warning = staleness(
	join(target, "stamps", "package"),
	sources.map((path) => join(root, path)),
);
if (warning !== undefined) console.warn(warning);
