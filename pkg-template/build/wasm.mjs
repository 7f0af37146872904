// Compiles the core: cargo → wasm-bindgen → wasm-opt. Leaves the wasm in target/wasm-opt and what the TypeScript sources
// import in pkg-template/generated:
//   agent_todos_bg.js + .d.ts   the glue, without any loading of its own (src/load.ts does that)
//   agent_todos.d.ts            the types that wasm-bindgen wrote from the Rust
//   names.js + .d.ts            the short names of those imports and exports that src/load.ts deals with
//   error.js, listeners.js + .d.ts   classes of src/wasm, under paths without the hash that snippets have
//   wasm_base64.js + .d.ts      the wasm itself as text, for the entry that serves no file

import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { cargoHome, giveUp, run } from "./command.mjs";
import { shortened } from "./names.mjs";
import {
	boundTypes,
	generated,
	modules,
	root,
	target,
	template,
	tool,
} from "./places.mjs";
import { wasmTarget } from "./toolchain.mjs";

// Chosen by size after Brotli, which is what users download: see `node pkg-template/build/compare.mjs`.
// The lowest addresses are the far end of the stack: no pointer is as low as that.
export const wasmOptFlags = ["-O3", "--converge", "--low-memory-unused"];

const [whole, ...smaller] = modules;
const namesFile = join(dirname(whole.optimised), "names.json");
const wasmOpt = join(root, "node_modules", "binaryen", "bin", "wasm-opt");

export function buildWasm() {
	// The types come from a build of their own: the crates that write them would be a twentieth of the module.
	const types = cargo(["--features", "types"]);
	bind(types, boundTypes, []);
	for (const { features, bound } of modules)
		bind(
			cargo(["--release", "--no-default-features", "--features", features]),
			bound,
			["--no-typescript"],
		);
	optimise();
	generate();
}

// Optimised for speed, but with hardly anything inlined: half as fast again as optimised for size, and a fortieth more to
// download. Without this it would be a fifth.
const sparing = ["-inline-threshold=10", "-unroll-threshold=0"].map(
	(argument) => `-Cllvm-args=${argument}`,
);

/** Compiles the crate, without paths of this machine in what it says, and gives the file. */
function cargo(options) {
	const remap = [
		[join(cargoHome, "registry", "src"), "crates"],
		[root, "./"],
	].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
	const flags = [
		...remap,
		...sparing,
		"-Cno-vectorize-loops",
		"-Cno-vectorize-slp",
	];
	run("cargo", ["build", "--quiet", "--target", wasmTarget, ...options], {
		env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") },
	});
	return join(
		target,
		wasmTarget,
		options.includes("--release") ? "release" : "debug",
		"agent_todos.wasm",
	);
}

/**
 * The `bundler` target is the one whose glue only declares things: it exports every import the wasm needs and
 * `__wbg_set_wasm`, and leaves fetching and instantiating to us.
 */
function bind(compiled, folder, options) {
	rmSync(folder, { recursive: true, force: true });
	run(tool("wasm-bindgen"), [
		compiled,
		"--target",
		"bundler",
		"--remove-name-section",
		"--remove-producers-section",
		"--out-dir",
		folder,
		...options,
	]);
}

/**
 * Skipped when neither the modules nor the flags changed: it is the one step that takes seconds and does not know by itself.
 *
 * All modules work with the one glue, so the smaller ones go by the names of the first.
 */
function optimise() {
	const inputs = modules.map(({ bound }) => join(bound, "agent_todos_bg.wasm"));
	const stampFile = join(dirname(whole.optimised), "made-from");
	const hash = createHash("sha256").update(wasmOptFlags.join(" "));
	for (const file of [
		...inputs,
		join(wasmOpt, "../../package.json"),
		join(template, "build", "names.mjs"),
	])
		hash.update(readFileSync(file));
	const stamp = hash.digest("hex");
	const isThere = [
		...modules.map(({ optimised }) => optimised),
		stampFile,
	].every((file) => existsSync(file));
	if (isThere && readFileSync(stampFile, "utf8") === stamp) return;
	rmSync(stampFile, { force: true });
	let known;
	for (const [place, { optimised }] of modules.entries()) {
		wasmOptimised(inputs[place], optimised, wasmOptFlags);
		const { bytes, names } = shortened(readFileSync(optimised), known);
		writeFileSync(optimised, bytes);
		known = names;
	}
	requireOneGlue();
	writeFileSync(
		namesFile,
		JSON.stringify({
			stamp: known.stamp,
			imports: [...known.imports],
			exports: [...known.exports],
		}),
	);
	writeFileSync(stampFile, stamp);
}

/** Every function of a smaller module's glue has to be in that of the first, letter for letter. */
function requireOneGlue() {
	const glueOf = ({ bound }) =>
		readFileSync(join(bound, "agent_todos_bg.js"), "utf8");
	for (const module of smaller) {
		for (const [part] of glueOf(module).matchAll(
			/^export (?:class|function) [\s\S]*?^}/gm,
		)) {
			if (!glueOf(whole).includes(part))
				throw new Error(`The glue of ${module.file} differs:\n${part}`);
		}
	}
}

/** Which WebAssembly features the wasm may use is read from the wasm itself, so none is named here. */
export function wasmOptimised(input, output, flags) {
	mkdirSync(dirname(output), { recursive: true });
	run(process.execPath, [wasmOpt, input, ...flags, "-o", output]);
}

function generate() {
	rmSync(generated, { recursive: true, force: true });
	mkdirSync(generated, { recursive: true });
	const write = (name, text) => writeFileSync(join(generated, name), text);

	const names = JSON.parse(readFileSync(namesFile, "utf8"));
	const imports = new Map(names.imports);
	const exports = new Map(names.exports);
	const exported = (name) =>
		exports.get(name) ??
		giveUp(
			`The JavaScript calls ${name}, and the module exports no such function: wasm-bindgen names it otherwise now.`,
		);
	write("agent_todos_bg.js", glue(imports, exported));
	const frees = ["todostore", "todorun", "taskstore"].map(
		(name) => `"${exported(`__wbg_${name}_free`)}"`,
	);
	write(
		"names.js",
		`export const frees = [${frees}];\nexport const start = "${exported("__wbindgen_start")}";\nexport const stamp = "${names.stamp}";\n`,
	);
	write(
		"names.d.ts",
		"export const frees: [string, string, string];\nexport const start: string;\nexport const stamp: string;\n",
	);
	write("agent_todos.d.ts", types());
	write(
		"agent_todos_bg.d.ts",
		`export * from "./agent_todos.js";\nexport function __wbg_set_wasm(exports: object): void;\n`,
	);
	snippets(write);
	write(
		"wasm_base64.js",
		`export const wasmBase64 = "${readFileSync(modules[1].optimised).toString("base64")}";\n`,
	);
	write("wasm_base64.d.ts", "export const wasmBase64: string;\n");
}

/** `[Symbol.dispose]` is younger than the default library of many projects: say that these types need it. */
function types() {
	return `/// <reference lib="esnext.disposable" />\n${readFileSync(join(boundTypes, "agent_todos.d.ts"), "utf8")}`;
}

/**
 * wasm-bindgen's glue declares what the module imports as functions and reaches its exports through `wasm`. Here it gets
 * the short names and what the module imports past it. And every function of ours first gives each parameter to the
 * function of src/boundary.ts that has its name, before anything is allocated, and in the end throws what went wrong.
 */
function glue(imports, exported) {
	const direct = [...imports]
		.map(([name, short]) => [...name.split("#"), short])
		.filter((parts) => parts.length === 3);
	const boundary = readFileSync(join(template, "src", "boundary.ts"), "utf8");
	const checks = [
		...boundary.matchAll(/^export (?:function|const) (\w+)/gm),
	].map(([, name]) => name);
	const checked = (head, before, name, given) => {
		if (/^(__.*|free)$/.test(name) || before.startsWith("export function __"))
			return head;
		const parameters = given
			.split(", ")
			.filter((parameter) => checks.includes(parameter));
		const isMethod =
			before.trim() !== "export function" &&
			before.trim() !== "static" &&
			name !== "constructor";
		// What is given may be no object at all.
		const objects = [
			...(isMethod ? ["this."] : []),
			...["store", "run"]
				.filter((parameter) => given.split(", ").includes(parameter))
				.map((parameter) => `${parameter}?.`),
		];
		return [
			head,
			...parameters.map(
				(parameter) => `${parameter} = boundary.${parameter}(${parameter});`,
			),
			// Last, as a getter in a parameter may have freed the object.
			...objects.map((object) => `boundary.object(${object}__wbg_ptr);`),
		].join("\n");
	};
	const patched = patch(
		readFileSync(join(whole.bound, "agent_todos_bg.js"), "utf8"),
		[
			[
				"that checks the parameters",
				/^( {4}(?:static |get )?|export function )([a-zA-Z]\w*)\(([^()]*)\) \{$/gm,
				checked,
			],
			// wasm-bindgen copies ASCII one by one, which is quicker for short texts only, and makes room for the longest UTF-8 of others.
			[
				"that copies long texts otherwise",
				"for (; offset < len; offset++)",
				"for (; offset < len && len < 300; offset++)",
			],
			[
				"that encodes long texts at once",
				"    if (offset !== len) {\n",
				"    if (len >= 300 && cachedTextEncoder.encodeInto(arg, mem.subarray(ptr, ptr + len)).read === len) offset = len;\n$&",
			],
			[
				"that throws what went wrong",
				/\bwasm\.[a-z]\w+\([^()]*\)/g,
				"result($&)",
			],
			[
				"that shortens the names of imports",
				/(?<=^export function )\w+/gm,
				(name) => imports.get(name) ?? name,
			],
			["that shortens the names of exports", /(?<=\bwasm\.)\w+/g, exported],
		],
	);
	const unused = checks.filter(
		(name) => !patched.includes(`boundary.${name}(`),
	);
	if (unused.length > 0)
		giveUp(
			`src/boundary.ts checks ${unused.join(", ")}, and no function of the glue has such a parameter: see the patch that checks them in ${import.meta.filename}.`,
		);
	return [
		`import * as boundary from "../src/boundary.ts";\nimport { result } from "./error.js";\n`,
		patched,
		...direct.map(
			([module, name, short]) =>
				`export { ${name} as ${short} } from "${module}";\n`,
		),
	].join("");
}

/** Carries out patches `[what it does, what it looks for, what stands there then]`. One that changes nothing ends the build. */
function patch(text, patches) {
	return patches.reduce((before, [name, pattern, replacement]) => {
		const after = before.replace(pattern, replacement);
		if (after === before)
			giveUp(
				`The patch ${name} changes nothing: wasm-bindgen words its glue otherwise now, so mend it in ${import.meta.filename}.`,
			);
		return after;
	}, text);
}

/** The glue imports the JavaScript of src/wasm from folders whose names hold a hash; our sources need some of it by name. */
function snippets(write) {
	const folder = join(whole.bound, "snippets");
	cpSync(folder, join(generated, "snippets"), { recursive: true });
	const path = (name) =>
		readdirSync(folder, { recursive: true })
			.find((path) => basename(path) === name)
			.split(sep)
			.join("/");
	write(
		"error.js",
		`export { TodoError, result } from "./snippets/${path("error.js")}";\n`,
	);
	write("error.d.ts", `export { TodoError } from "./agent_todos.js";\n`);
	write(
		"listeners.js",
		`export { Listeners, report } from "./snippets/${path("listeners.js")}";\n`,
	);
	write(
		"listeners.d.ts",
		"export class Listeners {\n  add(listener: (revision: number) => void): () => void;\n  notify(revision: number): void;\n}\nexport function report(error: unknown): void;\n",
	);
}
