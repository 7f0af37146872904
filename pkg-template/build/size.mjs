// How much a user downloads: the wasm, and what a bundler keeps of the JavaScript, each compressed
// by itself as a server does it. Run directly, it prints the table, and fails above the limit or
// for a download that has grown too much.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pkg } from "./places.mjs";

const usual = ["init", "TodoStore", "tools"];

/**
 * Bytes, Brotli at level 11: `limits` is what a download may weigh, of which the default import is
 * the module with what a bundler keeps of its JavaScript for `usual`; `landed` is what each weighed
 * when it was last written by `npm test -- size --update`.
 */
export const sizesFile = new URL("sizes.json", import.meta.url);
const { limits, landed } = JSON.parse(readFileSync(sizesFile, "utf8"));

/** How much more than the last time a download may weigh. */
const room = 1.02;

/** Returns one row per file: `{file, raw, gzip, brotli}`, then their sum. */
export function measure() {
	const rows = [
		{
			file: "agent_todos_bg.wasm",
			...sizes(readFileSync(join(pkg, "agent_todos_bg.wasm"))),
		},
		{ file: "JavaScript", ...sizes(Buffer.from(keptOf(usual))) },
	];
	const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
	return [
		...rows,
		{ file: "sum", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") },
	];
}

export function sizes(bytes) {
	return {
		raw: bytes.length,
		gzip: gzipSync(bytes, { level: 9 }).length,
		brotli: brotliCompressSync(bytes, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: 11,
				[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
			},
		}).length,
	};
}

/**
 * Returns what esbuild keeps of the `.` entry's JavaScript for a host that imports these names
 * alone, as text.
 */
export const keptOf = (names) =>
	bundled(
		`import { ${names.filter((name) => name !== "runAgent").join(", ")} } from "./index.js"; import { runAgent } from "./run.js"; globalThis.used = [${names.join(", ")}];`,
	);

/** The same of another file. */
export function bundledFrom(file, names) {
	return bundled(
		`import { ${names.join(", ")} } from "./${file}"; globalThis.used = [${names.join(", ")}];`,
	);
}

/** Returns the whole of `agent-todos/follow`, as text. */
export function followEntry() {
	return bundled('export * from "./follow.js";');
}

/**
 * Returns the whole of `agent-todos/element`, as text, without what it loads after what it
 * shows.
 */
export function elementEntry() {
	return bundled('export * from "./element.js";', {
		splitting: true,
		outdir: pkg,
	});
}

/**
 * Returns what all of `agent-todos/scribe` adds to a bundle that has a conversation, in each
 * column.
 */
export function scribeSizes() {
	const core = 'import { init, TodoStore, Conversation } from "./index.js";';
	const scribe = 'import { scribe, promptApi, aiSdk } from "./scribe.js";';
	const [without, beside] = [
		`${core} globalThis.used = [init, TodoStore, Conversation];`,
		`${core} ${scribe} globalThis.used = [init, TodoStore, Conversation, scribe, promptApi, aiSdk];`,
	].map((contents) => sizes(Buffer.from(bundled(contents))));
	const { raw, gzip, brotli } = beside;
	return {
		raw: raw - without.raw,
		gzip: gzip - without.gzip,
		brotli: brotli - without.brotli,
	};
}

/**
 * Returns what an extension's worker weighs that keeps a list for a model, in each column: the
 * module, and what a bundler keeps of the JavaScript.
 */
export function workerSizes() {
	const script = bundled(
		`import { Conversation, openList } from "./index.js";
		import { chromeStorage } from "./storage/chrome.js";
		globalThis.used = [Conversation, chromeStorage, openList];`,
	);
	const parts = [
		sizes(readFileSync(join(pkg, "agent_todos_bg.wasm"))),
		sizes(Buffer.from(script)),
	];
	const sum = (column) => parts[0][column] + parts[1][column];
	return { raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
}

/** Returns how many bytes the package has on a disk. */
export const unpackedBytes = () =>
	readdirSync(pkg, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
		.reduce((total, bytes) => total + bytes, 0);

function bundled(contents, options = {}) {
	// Not imported before: this file is loaded before anything is installed.
	const { buildSync } = createRequire(import.meta.url)("esbuild");
	const { outputFiles } = buildSync({
		stdin: { contents, resolveDir: pkg },
		bundle: true,
		minify: true,
		format: "esm",
		write: false,
		external: ["react"],
		...options,
	});
	return outputFiles
		.filter(({ text }) => !isOnDemand(text))
		.map(({ text }) => text)
		.join("");
}

/** Returns whether a file is one that the element loads when it is needed. */
const isOnDemand = (text) => /export\s*\{[^}]*\bas viewHistory\b/.test(text);

/** Returns what each download of `landed` weighs in this build. */
export function downloads() {
	return {
		"default import": measure().at(-1).brotli,
		follow: sizes(Buffer.from(followEntry())).brotli,
		element: sizes(Buffer.from(elementEntry())).brotli,
		scribe: scribeSizes().brotli,
	};
}

/**
 * Returns `{text, isWithin}`: the table, with each download beside what it weighed the last time;
 * and whether the limits are kept and none has grown by more than the room.
 */
export function sizeTable() {
	const line = (cells) =>
		cells
			.map((cell, i) =>
				i === 0 ? String(cell).padEnd(22) : String(cell).padStart(8),
			)
			.join("");
	const kept = [
		usual,
		[...usual, "persist"],
		[...usual, "runAgent"],
		[...usual, "connect"],
	].map((names) => {
		const { raw, gzip, brotli } = sizes(Buffer.from(keptOf(names)));
		return `JavaScript that esbuild keeps of { ${names.join(", ")} }: ${raw} raw, ${gzip} gzip, ${brotli} brotli`;
	});
	const worker = workerSizes();
	const now = downloads();
	const compared = Object.entries(now).map(([name, bytes]) => {
		const change = (100 * (bytes / landed[name] - 1)).toFixed(1);
		return `${name}: ${bytes} bytes with Brotli, ${landed[name]} the last time (${change} %)`;
	});
	const isWithin = Object.entries(now).every(
		([name, bytes]) =>
			bytes <= room * landed[name] && bytes <= (limits[name] ?? bytes),
	);
	const text = [
		line(["bytes", "raw", "gzip", "brotli"]),
		...measure().map(({ file, raw, gzip, brotli }) =>
			line([file, raw, gzip, brotli]),
		),
		...kept,
		`a worker with { openList, Conversation, chromeStorage }: ${worker.raw} raw, ${worker.gzip} gzip, ${worker.brotli} brotli`,
		`the package unpacked: ${unpackedBytes()} bytes`,
		...compared,
		...Object.entries(limits).map(
			([name, bytes]) => `${name}: at most ${bytes} bytes`,
		),
	].join("\n");
	return { text, isWithin };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const { text, isWithin } = sizeTable();
	console.log(text);
	if (!isWithin) process.exitCode = 1;
}
