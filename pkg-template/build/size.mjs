// How much a user downloads for the `.` entry: the wasm and every JavaScript file that the entry loads, each compressed
// by itself as a server does it. Run directly, it prints the table and fails above the budget.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pkg } from "./places.mjs";

/**
 * Bytes, Brotli at level 11: all files of the `.` entry summed, with the module that it loads by itself, with that of all
 * dialects without the loop, and with that of `todo_manager` alone. (Whoever keeps the tasks of many users does not count kilobytes.) The one place that has the numbers.
 */
export const budgets = {
	"agent_todos_bg.wasm": 75_000,
	"dialects.wasm": 66_000,
	"todo_manager.wasm": 55_000,
};

/** One row per file: `{file, raw, gzip, brotli}`, then their sum. */
export function measure(module = "agent_todos_bg.wasm") {
	const rows = filesOfEntry(module).map((file) => ({
		file: basename(file),
		...sizes(readFileSync(file)),
	}));
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

/** What esbuild keeps of the `.` entry's JavaScript for a host that imports these names alone, as text. */
export function keptOf(names) {
	// Not imported before: this file is loaded before anything is installed.
	const { buildSync } = createRequire(import.meta.url)("esbuild");
	const contents = `import { ${names.join(", ")} } from "./index.js"; globalThis.used = [${names.join(", ")}];`;
	const { outputFiles } = buildSync({
		stdin: { contents, resolveDir: pkg },
		bundle: true,
		minify: true,
		format: "esm",
		write: false,
	});
	return outputFiles[0].text;
}

function filesOfEntry(module) {
	const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
	const files = [join(pkg, manifest.exports["."].default)];
	for (const file of files) {
		for (const [, path] of readFileSync(file, "utf8").matchAll(
			/\bfrom ?"(\.[^"]+)"|\bimport ?"(\.[^"]+)"/g,
		)) {
			const imported = join(dirname(file), path);
			if (!files.includes(imported)) files.push(imported);
		}
	}
	return [join(pkg, module), ...files];
}

/** The tables as text, each one's last line saying whether its budget is kept; then what a bundler makes of the JavaScript. */
export function sizeTables() {
	const line = (cells) =>
		cells
			.map((cell, i) =>
				i === 0 ? String(cell).padEnd(22) : String(cell).padStart(8),
			)
			.join("");
	const tables = Object.entries(budgets).flatMap(([module, budget]) => {
		const rows = measure(module);
		const { brotli } = rows.at(-1);
		return [
			line(["bytes", "raw", "gzip", "brotli"]),
			...rows.map(({ file, raw, gzip, brotli }) =>
				line([file, raw, gzip, brotli]),
			),
			isAbove(module)
				? `ABOVE the budget of ${budget} bytes by ${brotli - budget}`
				: `within the budget of ${budget} bytes, ${budget - brotli} left`,
		];
	});
	const usual = ["init", "TodoStore", "tools"];
	const kept = [
		usual,
		[...usual, "persist"],
		[...usual, "runAgent"],
		[...usual, "connect", "follow"],
	].map((names) => {
		const { raw, gzip, brotli } = sizes(Buffer.from(keptOf(names)));
		return `JavaScript that esbuild keeps of { ${names.join(", ")} }: ${raw} raw, ${gzip} gzip, ${brotli} brotli`;
	});
	return [...tables, ...kept].join("\n");
}

const isAbove = (module) => measure(module).at(-1).brotli > budgets[module];

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	console.log(sizeTables());
	if (Object.keys(budgets).some(isAbove)) process.exitCode = 1;
}
