// The published types: what `tsc` writes for the entries and everything those reach, wasm-bindgen's own types included,
// flat in pkg/types. Doc comments are kept: they are what an editor shows.

import {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "./command.mjs";
import { generated, pkg, root, target, template } from "./places.mjs";

const emitted = join(target, "types");

/** Checks the TypeScript sources and writes the types of the entries, named without their extension. */
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
	mkdirSync(join(pkg, "types"), { recursive: true });
	for (const file of pending) {
		const name = basename(file);
		if (done.has(name)) continue;
		done.add(name);
		const text = readFileSync(file, "utf8");
		writeFileSync(
			join(pkg, "types", name),
			text.replace(
				relativeImport,
				(_, before, path) => `${before}"./${basename(path)}"`,
			),
		);
		for (const [, , path] of text.matchAll(relativeImport)) {
			pending.push(typesBehind(join(dirname(file), path)));
		}
	}
}

const relativeImport = /((?:from|import) ?\(? ?)"(\.[^"]+)"/g;

/** tsc writes types for our .ts files only; those of generated modules stay where the build put them. */
function typesBehind(module) {
	const types = module.replace(/\.js$/, ".d.ts");
	return existsSync(types) ? types : join(generated, basename(types));
}
