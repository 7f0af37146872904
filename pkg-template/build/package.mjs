// Puts pkg/ together: exactly the files that `npm publish` would take.
//
// What entries have in common is in files that they share, so that a class is the same class
// whichever entry it came through, and a wasm instance that one entry made ready is ready for the
// other.

import { createHash } from "node:crypto";
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { output } from "./command.mjs";
import { writeDocumentation } from "./documentation.mjs";
import { licenses } from "./licenses.mjs";
import { writeElementManifest } from "./manifest.mjs";
import {
	generated,
	installed,
	modules,
	pkg,
	root,
	template,
} from "./places.mjs";
import { writeTypes } from "./types.mjs";

/** Returns what the package is made of, for stamp.mjs. */
export const packageInputs = () => ({
	name: "package",
	inputs: [
		...[
			"LICENSE",
			"Cargo.toml",
			"Cargo.lock",
			"package-lock.json",
			"pkg-template",
		].map((name) => join(root, name)),
		join(root, "www", "docs"),
	],
	facts: [process.version],
	outputs: [join(pkg, "package.json"), join(installed, "package.json")],
});

export async function buildPackage() {
	rmSync(pkg, { recursive: true, force: true });
	mkdirSync(pkg, { recursive: true });
	for (const { name } of modules)
		copyFileSync(
			join(generated, `${name}_bg.wasm`),
			join(pkg, `${name}_bg.wasm`),
		);
	for (const file of [join(template, "CHANGELOG.md"), join(root, "LICENSE")]) {
		copyFileSync(file, join(pkg, basename(file)));
	}
	const { version, homepage } = writeManifest();
	const define = await writeScripts(version);
	await writeStandalone();
	await writeNodeScripts(define);
	await writeSelfContained(define);
	await writeExecutable(version);
	writeFileSync(
		join(pkg, "THIRD-PARTY-LICENSES.txt"),
		licenses([...bundled].sort()),
	);
	writeElementManifest();
	writeDocumentation(homepage);
	cpSync(join(template, "labels"), join(pkg, "labels"), { recursive: true });
	// index and node differ in where they read the wasm from, not in what they export.
	await writeTypes(entries.map(({ source }) => source));
}

/** Returns the manifest. Cargo.toml is the one place that has the version. */
function writeManifest() {
	const manifest = JSON.parse(
		readFileSync(join(template, "package.json"), "utf8"),
	);
	const crates = JSON.parse(
		output("cargo", ["metadata", "--no-deps", "--format-version", "1"]),
	).packages;
	manifest.version = crates.find(({ name }) => name === "agent-todos").version;
	manifest.typesVersions = { "*": typesByPath(manifest.exports) };
	writeFileSync(
		join(pkg, "package.json"),
		`${JSON.stringify(manifest, null, 2)}\n`,
	);
	return manifest;
}

/**
 * For `"moduleResolution": "node"`, which does not read `exports`: TypeScript before 6 with
 * `"module": "commonjs"`, as ts-jest has it.
 */
function typesByPath(exports) {
	const entries = Object.entries(exports).filter(
		([path, { types }]) => path !== "." && types,
	);
	return Object.fromEntries(
		entries.map(([path, { types }]) => [path.replace("./", ""), [types]]),
	);
}

/**
 * Returns the page of the MCP App: one text, whose policy allows its own script and style and
 * nothing else.
 */
async function appPage(define) {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: [join(template, "src", "hosts", "mcp", "page.ts")],
		bundle: true,
		minify: true,
		format: "iife",
		target: "es2022",
		define,
		write: false,
	});
	const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
	const style = readFileSync(
		join(template, "src", "hosts", "mcp", "page.css"),
		"utf8",
	);
	const hash = (text) =>
		`'sha256-${createHash("sha256").update(text).digest("base64")}'`;
	const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
	// The server puts the secret in, with which the page signs its calls.
	return `<!doctype html>
<html lang="en" data-secret="{secret}"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Todo list</title><style>${style}</style><body><script>${script}</script></body></html>
`;
}

/** Returns a style of `<agent-todos>`, which bundlers would not minify inside a script. */
async function minifyStyle(name) {
	const file = join(template, "src/element/dom", name);
	const css = readFileSync(file, "utf8");
	return (await transform(css, { loader: "css", minify: true })).code.trim();
}

async function writeScripts(version) {
	const define = {
		PACKAGE_VERSION: JSON.stringify(version),
		ELEMENT_STYLE: JSON.stringify(await minifyStyle("style.css")),
		PRESSED_STYLE: JSON.stringify(await minifyStyle("pressed.css")),
	};
	const constants = {
		...define,
		APP_PAGE: JSON.stringify(await appPage(define)),
		WASM_BASE64: JSON.stringify(
			readFileSync(join(pkg, "agent_todos_bg.wasm"), "base64"),
		),
	};
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: {
			...byName(sources.filter((one) => !isStorage(one))),
			"react-component": sourceFile(component),
		},
		outdir: pkg,
		bundle: true,
		// What several entries reach becomes a file of its own.
		splitting: true,
		chunkNames: "shared-[hash]",
		format: "esm",
		target: "es2022",
		platform: "neutral",
		external: peers,
		define: constants,
		plugins: [
			keepFiles([
				["react-component", component],
				[contract, contract],
			]),
		],
		...fitForExtensions,
	});
	write(outputFiles);
	return constants;
}

/**
 * What a program without a bundler copies: each entry in one file that imports nothing, the main
 * one with its module and the loop inside.
 */
async function writeSelfContained(define) {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: byName([
			["agent-todos", "self-contained"],
			["follow", "follow"],
			["element", "element/index"],
			["storage-chrome", "storage/chrome"],
		]),
		outdir: join(pkg, "dist"),
		bundle: true,
		format: "esm",
		target: "es2022",
		platform: "neutral",
		define,
		...fitForExtensions,
		// The sources stay in the package.
		sourcemap: false,
	});
	write(outputFiles);
}

const peers = [
	"node:*",
	"@modelcontextprotocol/server",
	"@langchain/langgraph",
	"@openai/agents",
	"ai",
	"langchain",
	"pg",
	"react",
	"zod",
	"idb",
];

/**
 * Writes the variants of the entries for Node, where each file that is read costs more than what is
 * in it: what the main entry consists of is one file, which all of them share.
 */
async function writeNodeScripts(define) {
	const main = ["exports", "open-list", "loading/read-file"]
		.map((source) => `import ${JSON.stringify(sourceFile(source))};`)
		.join("\n");
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: Object.fromEntries(
			[...nodeSources, ["react-component-node", component]].map(
				([name, source]) => [name, `for-node:${source}`],
			),
		),
		outdir: pkg,
		bundle: true,
		splitting: true,
		chunkNames: "node-shared-[hash]",
		format: "esm",
		target: "node20",
		platform: "neutral",
		external: peers,
		define,
		// What every entry imports, every chunk boundary agrees on.
		ignoreAnnotations: true,
		plugins: [
			{
				name: "for node",
				setup({ onResolve, onLoad }) {
					onResolve({ filter: /^for-node:/ }, ({ path }) => ({
						path: path.slice("for-node:".length),
						namespace: "for-node",
					}));
					onLoad({ filter: /./, namespace: "for-node" }, ({ path }) => ({
						contents: `${main}\nexport * from ${JSON.stringify(sourceFile(path))};`,
						resolveDir: root,
					}));
				},
			},
			keepFiles([
				["react-component-node", component],
				// The main entry has it, as it finds the module beside itself.
				["node", "loading/modules/todos-file"],
			]),
		],
		...fitForExtensions,
	});
	write(outputFiles);
}

/**
 * The entries, as `exports` of the manifest lists them. A source is named by its path in `src/`
 * without its extension. `node` is the variant that only Node takes, whose source is `node.ts`
 * beside the entry where there is one.
 */
const entries = Object.values(
	JSON.parse(readFileSync(join(template, "package.json"), "utf8")).exports,
)
	.filter(({ types }) => types)
	.map(({ types, node, default: script }) => {
		const source = /^\.\/types\/(.+)\.d\.ts$/.exec(types)[1];
		const variant = source.replace(/index$/, "node");
		return {
			name: nameOf(script),
			source,
			nodeName: nameOf(node),
			nodeSource: existsSync(sourceFile(variant)) ? variant : source,
		};
	});
/** The source of each entry, by the name of its file in the package. */
const sources = entries.map(({ name, source }) => [name, source]);
const nodeSources = entries.map(({ nodeName, nodeSource }) => [
	nodeName,
	nodeSource,
]);
const isStorage = ([name]) => name.startsWith("storage/");
const storages = sources.filter(isStorage);

/** What storages and `persist` share, in a file of its own. */
const contract = "storage/contract";

const component = "hosts/react/component";

/** Returns the path of the source of each file of the package. */
function byName(sources) {
	return Object.fromEntries(
		sources.map(([name, source]) => [name, sourceFile(source)]),
	);
}

/** Returns the path of a source. */
function sourceFile(source) {
	return join(template, "src", `${source}.ts`);
}

/** Returns the name of a file of the package. */
function nameOf(script) {
	return /^\.\/(.+)\.js$/.exec(script)[1];
}

/** What needs nothing of the core, each file by itself: the storages. */
async function writeStandalone() {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: byName([[contract, contract], ...storages]),
		outdir: pkg,
		bundle: true,
		format: "esm",
		target: "es2022",
		platform: "neutral",
		external: ["node:*", "idb"],
		plugins: [keepFiles([["contract", contract]])],
		...fitForExtensions,
	});
	write(outputFiles);
}

const fitForExtensions = {
	// A service worker whose module waits at the top level silently never starts: refused here.
	supported: { "top-level-await": false },
	write: false,
	// Not minified: the user's bundler does that, and stack traces stay readable.
	sourcemap: true,
	sourcesContent: false,
};

function write(outputFiles) {
	for (const { path, text } of outputFiles) {
		mkdirSync(dirname(path), { recursive: true });
		if (path.endsWith(".map")) {
			writeMap(path, text);
			continue;
		}
		writeFileSync(path, text);
		// An extension's content security policy forbids the first two, a service worker the third,
		// which has no element.
		const forbidden = (
			text.includes("attachShadow")
				? /\beval\s*\(|\bnew Function\b|\bFunction\s*\(/
				: /\beval\s*\(|\bnew Function\b|\bFunction\s*\(|\bimport\s*\(/
		).exec(text);
		if (forbidden)
			throw new Error(
				`${basename(path)} contains ${forbidden[0]}, which browser extensions do not allow.`,
			);
	}
}

/** The folders of npm packages that some script contains. */
const bundled = new Set();

/** A source map, with the sources beside it in `src/` of the package. */
function writeMap(path, text) {
	const folder = dirname(path);
	const map = JSON.parse(text);
	map.sources = map.sources.map((source) => {
		const from = resolve(folder, source);
		const [npmFolder] =
			/^.*node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(from) ?? [];
		if (npmFolder) bundled.add(npmFolder);
		const base = npmFolder ? root : join(template, "src");
		const to = join(pkg, "src", relative(base, from).replace("..", "."));
		cpSync(from, to);
		return relative(folder, to).replaceAll("\\", "/");
	});
	writeFileSync(path, JSON.stringify(map));
}

/** Keeps sources out of a bundle, as files of their own: `./NAME.js` of the package, by name. */
function keepFiles(sources) {
	const names = new Map(
		sources.map(([name, source]) => [sourceFile(source), name]),
	);
	return {
		name: "stays a file",
		setup: ({ onResolve }) =>
			onResolve({ filter: /^\..*\.js$/ }, ({ path, importer, resolveDir }) => {
				const name = names.get(resolve(resolveDir, path).replace(/js$/, "ts"));
				const isOwn = importer === sourceFile(name);
				return isOwn || name === undefined
					? undefined
					: { path: `./${name}.js`, external: true };
			}),
	};
}

/**
 * Writes the executable, which is for Node alone. It has a build of its own: it imports the files
 * of the other entries, and need not avoid what browsers forbid.
 */
async function writeExecutable(version) {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: [join(template, "src", "cli.ts")],
		outdir: pkg,
		bundle: true,
		// So that --help needs none of the packages that npm may leave out.
		splitting: true,
		chunkNames: "cli-[hash]",
		format: "esm",
		target: "node20",
		platform: "node",
		define: { PACKAGE_VERSION: JSON.stringify(version) },
		external: ["@modelcontextprotocol/*"],
		plugins: [
			keepFiles([
				...entries.map(({ nodeName, source }) => [nodeName, source]),
				...nodeSources,
				["node", contract],
			]),
		],
		write: false,
		sourcemap: true,
		sourcesContent: false,
	});
	for (const { path, text } of outputFiles)
		if (path.endsWith(".map")) writeMap(path, text);
		else
			writeFileSync(path, text, {
				mode: basename(path) === "cli.js" ? 0o755 : 0o644,
			});
}
