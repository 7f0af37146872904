// The published types, in pkg/types: a file for each entry, in the folder of its source, and a few
// that entries share. tsc writes the types of each source, wasm-bindgen has written its own, and
// Rollup bundles both without what no entry exports. Doc comments are kept: they are what an editor
// shows.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { run } from "./command.mjs";
import { generated, pkg, root, target, template } from "./places.mjs";

const emitted = join(target, "types");

/** `Symbol.dispose`, for programs whose `lib` does not have it. */
const needsDisposable =
	'/// <reference lib="esnext.disposable" preserve="true" />';

/**
 * Checks the TypeScript sources and writes the types of the entries, named by their sources in
 * `src/` without their extension.
 */
export async function writeTypes(entries) {
	rmSync(emitted, { recursive: true, force: true });
	run(process.execPath, [
		join(root, "node_modules", "typescript", "bin", "tsc"),
		"--project",
		join(template, "tsconfig.json"),
		"--outDir",
		emitted,
	]);

	const bundle = await rollup({
		input: Object.fromEntries(
			entries.map((entry) => [entry, join(emitted, "src", `${entry}.d.ts`)]),
		),
		// At the end, the plugin takes what is shared from any entry that exports it: a program of Node
		// would then read the types of the element.
		plugins: [findTypes, { ...dts(), generateBundle: undefined }, keepTypes],
		onwarn(warning) {
			throw warning;
		},
	});
	await bundle.write({
		dir: join(pkg, "types"),
		entryFileNames: "[name].d.ts",
		chunkFileNames: "shared/[name].d.ts",
		hoistTransitiveImports: false,
		minifyInternalExports: false,
		// What all others import.
		banner: ({ name }) => (name === "core" ? needsDisposable : ""),
		manualChunks: (file, { getModuleInfo }) =>
			isShared(file, getModuleInfo) ? nameShared(file) : undefined,
	});
}

/**
 * Finds the types behind an import: what is imported by its name stays an import. tsc writes types
 * for our .ts files only; a `.d.ts` stays where it is, in `src` or among what the build generated.
 */
const findTypes = {
	name: "find types",
	resolveId(path, importer) {
		if (importer === undefined) return undefined;
		if (!path.startsWith(".")) return { id: path, external: true };
		const types = join(dirname(importer), path.replace(/\.js$/, ".d.ts"));
		return existsSync(types) ? types : join(template, relative(emitted, types));
	},
};

/**
 * Exports as a type what an entry exports as one: in what Rollup writes, such a class is a value.
 */
const keepTypes = {
	name: "keep types",
	renderChunk(code, { isEntry, facadeModuleId }) {
		if (!isEntry) return undefined;
		const types = namesOfTypes(facadeModuleId);
		code = code.replace(exportOfRegister, "export * from $1;");
		const isType = (name) => types.has(name.split(" as ").at(-1));
		return code.replace(/^export \{ (.+) \}(.*);$/gm, (_, list, from) => {
			const names = list.split(", ");
			const values = names.filter((name) => !isType(name));
			const others = names.filter(isType);
			const write = (how, names) =>
				names.length > 0 ? [`${how} { ${names.join(", ")} }${from};`] : [];
			return [...write("export", values), ...write("export type", others)].join(
				"\n",
			);
		});
	},
};

/** Rollup writes `*` as names. TypeScript merges the declaration of a program only into a `*`. */
const exportOfRegister = /^export \{ Register \} from (.*);$/m;

/** Returns the names that an entry exports as types. */
function namesOfTypes(file) {
	const text = readFileSync(file, "utf8");
	const names = [...text.matchAll(/^export type \{ (.+) \}/gm)].flatMap(
		([, list]) =>
			list.split(/,\s*/).map((name) => name.trim().split(" as ").at(-1)),
	);
	const others = [...text.matchAll(/^export \* from "(.+)\.js";$/gm)];
	return new Set([
		...names,
		...others.flatMap(([, path]) => [
			...namesOfTypes(join(dirname(file), `${path}.d.ts`)),
		]),
	]);
}

/** Returns whether several entries reach a file. */
function isShared(file, getModuleInfo) {
	const seen = new Set();
	const pending = [file];
	for (const one of pending) {
		if (seen.has(one)) continue;
		seen.add(one);
		pending.push(...getModuleInfo(one).importers);
	}
	return [...seen].filter((one) => getModuleInfo(one).isEntry).length > 1;
}

/**
 * Returns the name of the file for what several entries share. The classes of the core have names
 * that TypeScript's have, too: in a file of their own, both keep them.
 */
function nameShared(file) {
	const path = relative(root, file);
	const named = ["tasks", "element", "register"].find((name) =>
		path.includes(name),
	);
	const isOfCore =
		dirname(file) === generated || path.endsWith("todo-data.d.ts");
	return named ?? (isOfCore ? "core" : "list");
}
