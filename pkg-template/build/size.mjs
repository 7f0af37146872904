// How much a user downloads: the wasm, and what a bundler keeps of the JavaScript, each compressed
// by itself as a server does it. Run directly, it prints the table and fails above the budget.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pkg } from "./places.mjs";

/**
 * Bytes, Brotli at level 11: the module of the `.` entry, and what a bundler keeps of its
 * JavaScript for `usual`.
 */
// To be brought back to 189,000: undo and what a person decided added 4.2 kB, lists without
// quadratic searches 5.5 kB, what models write 5 kB, what stands in their messages 0.8 kB,
// leases 1.5 kB, what a team reads 2.2 kB, what a person decided however a text is spelled and in
// merges 1.7 kB, and answers after a cut 0.5 kB. Another folder of the same sources may be 400
// bytes more.
export const budget = 214_000;
const usual = ["init", "TodoStore", "tools"];

/** Bytes, Brotli at level 11: all that a bundler keeps of `agent-todos/follow`. */
export const followBudget = 5_000;

/** Bytes, Brotli at level 11: all that a bundler keeps of `agent-todos/element`. */
export const elementBudget = 30_000;

/**
 * Bytes, Brotli at level 11: what all of `agent-todos/scribe` adds to a bundle that has a
 * conversation.
 */
export const scribeBudget = 3_000;

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
export const keptOf = (names) => bundledFrom("index.js", names);

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

/**
 * Returns `{text, isWithin}`: the table, with a line that says whether the budget is kept, and what
 * more a host loads for more; and whether every budget is kept.
 */
export function sizeTable() {
	const line = (cells) =>
		cells
			.map((cell, i) =>
				i === 0 ? String(cell).padEnd(22) : String(cell).padStart(8),
			)
			.join("");
	const rows = measure();
	const { brotli } = rows.at(-1);
	const kept = [
		usual,
		[...usual, "persist"],
		[...usual, "runAgent"],
		[...usual, "connect"],
	].map((names) => {
		const { raw, gzip, brotli } = sizes(Buffer.from(keptOf(names)));
		return `JavaScript that esbuild keeps of { ${names.join(", ")} }: ${raw} raw, ${gzip} gzip, ${brotli} brotli`;
	});
	let isWithin = brotli <= budget;
	const entry = (name, { raw, gzip, brotli }, budget) => {
		isWithin &&= brotli <= budget;
		return `agent-todos/${name}: ${raw} raw, ${gzip} gzip, ${brotli} brotli: ${verdict(brotli, budget)}`;
	};
	const text = [
		line(["bytes", "raw", "gzip", "brotli"]),
		...rows.map(({ file, raw, gzip, brotli }) =>
			line([file, raw, gzip, brotli]),
		),
		verdict(brotli, budget),
		...kept,
		entry("follow", sizes(Buffer.from(followEntry())), followBudget),
		entry("element", sizes(Buffer.from(elementEntry())), elementBudget),
		entry("scribe, beside a conversation", scribeSizes(), scribeBudget),
	].join("\n");
	return { text, isWithin };
}

const verdict = (bytes, budget) =>
	bytes > budget
		? `ABOVE the budget of ${budget} bytes by ${bytes - budget}`
		: `within the budget of ${budget} bytes, ${budget - bytes} left`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const { text, isWithin } = sizeTable();
	console.log(text);
	if (!isWithin) process.exitCode = 1;
}
