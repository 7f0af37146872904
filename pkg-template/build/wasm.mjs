// Compiles the core: cargo → wasm-bindgen → wasm-opt. Leaves in pkg-template/generated, for the
// TypeScript sources to import:
//   agent_todos_bg.js, agent_todos_tasks_bg.js   the glue of both modules as wasm-bindgen wrote it,
//                                                and their types
//   agent_todos_bg.wasm, agent_todos_tasks_bg.wasm   the modules when wasm-opt is done with them
//   agent_todos_imports.js, agent_todos_tasks_imports.js   what each module imports
//   tool-inputs.d.ts   the types of what a model sends to each tool
//   texts.js   what our sources show to models and the module does not need
//   snippets.js   what our sources use of the JavaScript of src/wasm, which is in a folder whose
//                 name contains a hash

import {
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { cargoHome, output, run } from "./command.mjs";
import { generated, modules, root, target } from "./places.mjs";
import { filesBelow } from "./stamp.mjs";
import { writeToolInputs } from "./tool-inputs.mjs";
import { wasmBindgen, wasmTarget } from "./toolchain.mjs";

/** What is known of a dialect beside its tools and code is for the build, pages and tests. */
const isCompiled = (file) => !/(about\.json|cases\.jsonl)$/.test(file);

/** Returns what the modules are made of, for stamp.mjs. */
export const wasmInputs = () => ({
	name: "wasm",
	inputs: [
		...["Cargo.toml", "Cargo.lock"].map((name) => join(root, name)),
		...filesBelow(join(root, "src")).filter(isCompiled),
		fileURLToPath(import.meta.url),
		fileURLToPath(new URL("tool-inputs.mjs", import.meta.url)),
	],
	facts: [
		output("rustc", ["--version"]),
		output(wasmBindgen("wasm-bindgen"), ["--version"]),
		output(process.execPath, [wasmOpt, "--version"]),
	],
	outputs: [
		...modules.map(({ name }) => join(generated, `${name}_bg.wasm`)),
		join(generated, "texts.d.ts"),
		join(generated, "snippets.d.ts"),
		join(generated, "tool-inputs.d.ts"),
	],
});

export async function buildWasm() {
	rmSync(generated, { recursive: true, force: true });
	mkdirSync(generated, { recursive: true });
	for (const module of modules) {
		const { name } = module;
		compile(module);
		bind(name, generated);
		optimise(join(generated, `${name}_bg.wasm`));
		// The types lie beside a file that fetches the module by itself, which nobody here imports.
		rmSync(join(generated, `${name}.js`));
		renameSync(
			join(generated, `${name}.d.ts`),
			join(generated, `${name}_bg.d.ts`),
		);
		writeImports(name);
	}
	writeTexts();
	writeSnippets();
	await writeToolInputs();
}

/**
 * Writes a module that the build has compiled into a folder, as it is published but with the names
 * of its functions, and returns its path.
 */
export function buildNamed(name, folder) {
	bind(name, folder);
	const wasm = join(folder, `${name}_bg.wasm`);
	optimise(wasm, ["--debuginfo"]);
	return wasm;
}

function optimise(wasm, more = []) {
	run(process.execPath, [wasmOpt, wasm, "-Os", ...more, "-o", wasm]);
}

const wasmOpt = join(root, "node_modules", "binaryen", "bin", "wasm-opt");

const compiled = (name) => join(target, `${name}.wasm`);

/**
 * Compiles the crate, without paths of this machine in what it says. Cargo optimises across crates
 * (`lto`) only if the module is all that it makes: beside the library that the tests use, it
 * silently does not.
 */
function compile({ name, features }) {
	// The paths of the crate itself begin at its root anyway.
	const flags = `--remap-path-prefix=${join(cargoHome, "registry", "src")}=crates`;
	run(
		"cargo",
		[
			"rustc",
			"--quiet",
			"--release",
			"--lib",
			"--crate-type",
			"cdylib",
			"--target",
			wasmTarget,
			"--target-dir",
			target,
			"--no-default-features",
			"--features",
			features,
		],
		{ env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags } },
	);
	// Cargo writes each module to the same place.
	copyFileSync(
		join(target, wasmTarget, "release", "agent_todos.wasm"),
		compiled(name),
	);
}

/**
 * The `bundler` target is the one whose glue only declares things, and leaves fetching and
 * instantiating to src/load.ts.
 */
function bind(name, folder) {
	run(wasmBindgen("wasm-bindgen"), [
		compiled(name),
		"--target",
		"bundler",
		"--remove-producers-section",
		"--out-dir",
		folder,
		"--out-name",
		name,
	]);
}

/**
 * Writes what a module imports of its glue, and how the glue receives its exports. Each function is
 * imported by its name, because a bundler keeps all functions of a namespace that is passed on.
 */
function writeImports(name) {
	const module = new WebAssembly.Module(
		readFileSync(join(generated, `${name}_bg.wasm`)),
	);
	const names = WebAssembly.Module.imports(module)
		.map(({ name }) => name)
		.join(", ");
	const glue = `./${name}_bg.js`;
	write(
		`${name}_imports.js`,
		`import { ${names} } from "${glue}";
export { __wbg_set_wasm } from "${glue}";
export const imports = { "${glue}": { ${names} } };
`,
	);
	write(
		`${name}_imports.d.ts`,
		`export function __wbg_set_wasm(exports: object): void;
export const imports: WebAssembly.Imports;
`,
	);
}

/** Texts of the core by their names in our sources, so that only what uses them downloads them. */
const texts = {
	requirePlanning: "run/require_planning.json",
	planProperties: "tools/plan_properties.json",
	planPrompt: "tools/plan_prompt.md",
	progressProperties: "tools/progress_properties.json",
	progressPrompt: "tools/progress_prompt.md",
};

function writeTexts() {
	const read = (path) => readFileSync(join(root, "src", path), "utf8").trim();
	const lines = (line) => Object.entries(texts).map(line).join("");
	write(
		"texts.js",
		lines(
			([name, path]) =>
				`export const ${name} = ${JSON.stringify(read(path))};\n`,
		),
	);
	write(
		"texts.d.ts",
		lines(([name]) => `export const ${name}: string;\n`),
	);
}

/** Writes what our sources import by name of the JavaScript of src/wasm. */
function writeSnippets() {
	const paths = readdirSync(join(generated, "snippets"), {
		recursive: true,
		withFileTypes: true,
	})
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.map((file) => `./${relative(generated, file).split(sep).join("/")}`);
	const at = (name) => paths.find((path) => path.endsWith(`/${name}.js`));
	write(
		"snippets.js",
		[
			`export { TodoError } from "${at("error")}";\n`,
			`export { Listeners, report } from "${at("listeners")}";\n`,
			`export { checkJson } from "${at("json")}";\n`,
		].join(""),
	);
	write(
		"snippets.d.ts",
		`import type { Author, HeldDecision, StoreChange } from "./${modules[0].name}_bg.js";
export { TodoError } from "./${modules[0].name}_bg.js";
export class Listeners {
  add(listener: (change: StoreChange) => void): () => void;
  notify(revision: number, by: Author, notes?: string[], held?: readonly HeldDecision[]): void;
}
export function report(error: unknown): void;
export function checkJson(value: unknown, place: string, around: readonly unknown[]): void;
`,
	);
}

function write(name, text) {
	writeFileSync(join(generated, name), text);
}
