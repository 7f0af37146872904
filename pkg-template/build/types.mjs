// The published types: what `tsc` writes for the entries and everything those reach, wasm-bindgen's
// own types included, in pkg/types, in the folders of their sources. Doc comments are kept: they
// are what an editor shows.

import {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { run } from "./command.mjs";
import { pkg, root, target, template } from "./places.mjs";

const emitted = join(target, "types");

/**
 * Checks the TypeScript sources and writes the types of the entries, named by their sources in
 * `src/` without their extension.
 */
export function writeTypes(entries) {
	rmSync(emitted, { recursive: true, force: true });
	run(process.execPath, [
		join(root, "node_modules", "typescript", "bin", "tsc"),
		"--project",
		join(template, "tsconfig.json"),
		"--outDir",
		emitted,
	]);

	const done = new Set();
	const pending = entries.map((entry) => join(emitted, "src", `${entry}.d.ts`));
	for (const file of pending) {
		if (done.has(file)) continue;
		done.add(file);
		const published = publishedPath(file);
		mkdirSync(dirname(published), { recursive: true });
		const text = readFileSync(file, "utf8").replace(loadsModule, "");
		writeFileSync(
			published,
			text.replace(relativeImport, (_, before, path) => {
				const types = typesBehind(join(dirname(file), path));
				pending.push(types);
				return `${before}"${importPath(published, publishedPath(types))}"`;
			}),
		);
	}
}

/** An import for its effect, which is none on types. */
const loadsModule = /^import "(?:\.\.?\/)+loading\/modules\/[^"]+";\n/gm;

const relativeImport = /((?:from|import) ?\(? ?)"(\.[^"]+)"/g;

/**
 * tsc writes types for our .ts files only; a `.d.ts` stays where it is, in `src` or among what the
 * build generated.
 */
function typesBehind(module) {
	const types = module.replace(/\.js$/, ".d.ts");
	return existsSync(types) ? types : join(template, relative(emitted, types));
}

/** Returns where a file of types is in the package: in the folder that its source has. */
function publishedPath(types) {
	const [folder] = [emitted, template].filter(
		(folder) => !relative(folder, types).startsWith(".."),
	);
	const path = relative(folder, types);
	return join(pkg, "types", path.replace(/^src[\\/]/, ""));
}

/** Returns how one file of types imports another. */
function importPath(from, to) {
	const path = relative(dirname(from), to)
		.replaceAll("\\", "/")
		.replace(/\.d\.ts$/, ".js");
	return path.startsWith(".") ? path : `./${path}`;
}
