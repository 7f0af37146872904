// `node tests/bench/run.mjs`: agent-todos beside the store it grew from, per operation, in headless
// Chromium and in Node.
//
//   node tests/bench/run.mjs                   every row, and whether the bars of table.mjs are
//                                              kept
//   node tests/bench/run.mjs --check           the same; fails when one is broken
//   node tests/bench/run.mjs step toolAdd      these rows of rows.mjs only
//   PACKAGE=/path/to/pkg node tests/bench/…    another build than the installed one
//   BASELINE=/path/to/pkg node tests/bench/…   beside an earlier build, in the same rounds
//   ROUNDS=1001 node tests/bench/run.mjs       longer than the usual 151 rounds

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium as playwright } from "playwright-core";
import { installed } from "../../pkg-template/build/places.mjs";
import { launchOptions } from "../../www/browsers/browsers.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { measure } from "./measure.mjs";
import { bars, table } from "./table.mjs";

const packageFolder = resolve(process.env.PACKAGE ?? installed);
const wanted = process.argv
	.slice(2)
	.filter((argument) => !argument.startsWith("--"));
const baseline = process.env.BASELINE && resolve(process.env.BASELINE);
const rounds = Number(process.env.ROUNDS ?? 151);
const contenderNames = ["agent-todos", "typescript-jit", "typescript-jitless"];

const site = emptyTarget("bench");
await bundle(packageFolder, "/");
if (baseline) await bundle(baseline, "/baseline/");
writeFileSync(
	join(site, "index.html"),
	"<!doctype html><title>agent-todos: benchmark</title>",
);
const server = await serve(site, {
	headers: {
		// Isolated from other origins, a page gets a clock of 5 µs; else 100.
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Embedder-Policy": "require-corp",
	},
});

const browser = await playwright.launch(launchOptions);
try {
	const opened = async () => {
		const page = await browser.newPage();
		await page.goto(server.url);
		return page;
	};
	const page = await opened();
	const results = await page.evaluate(
		async ({ contenderNames, wanted, rounds, hasBaseline }) => {
			if (!crossOriginIsolated)
				throw new Error("the page is not isolated: its clock is too coarse");
			const { measure } = await import("/measure.js");
			// One after the other: zod's configuration is the page's, and is read when a schema is made.
			const contenders = {};
			for (const name of contenderNames)
				contenders[name] = await import(`/contender-${name}.js`);
			if (hasBaseline)
				contenders.baseline = await import(
					"/baseline/contender-agent-todos.js"
				);
			return measure(contenders, wanted, rounds);
		},
		{ contenderNames, wanted, rounds, hasBaseline: baseline !== undefined },
	);

	console.log(
		`Chromium ${browser.version()}, ${rounds} rounds, medians; every store is fresh for each session of 30 to 20,000 operations\n`,
	);
	console.log(`${table(results)}\n`);
	for (const at of baseline ? ["/", "/baseline/"] : ["/"]) {
		const { before, after } = await (await opened()).evaluate(memoryOf, at);
		console.log(
			`${at === "/" ? "memory of the module" : "of the baseline's"}: ${before} bytes with 30 todos, ${after} with 1,000 revisions more`,
		);
	}
	sayBars(bars(results, "Chromium"));

	await browser.close();
	console.log(`\nNode ${process.version}, the same rounds\n`);
	const here = await measuredHere();
	console.log(`${table(here)}\n`);
	sayBars(bars(here, "Node"));
} finally {
	await browser.close();
	await server.close();
}

function sayBars(found) {
	for (const { kept, text } of found)
		console.log(`${kept ? "kept  " : "BROKEN"} ${text}`);
	if (process.argv.includes("--check") && found.some(({ kept }) => !kept))
		process.exitCode = 1;
}

/** Measures the same bundles in this process. */
async function measuredHere() {
	globalThis.benchSite = server.url;
	const imported = (path) => import(pathToFileURL(join(site, path)).href);
	const contenders = {};
	for (const name of contenderNames)
		contenders[name] = await imported(`contender-${name}.js`);
	if (baseline)
		contenders.baseline = await imported("baseline/contender-agent-todos.js");
	return measure(contenders, wanted, rounds);
}

/** Runs in a page: the memory of a module of its own. */
async function memoryOf(at) {
	for (const name of ["instantiate", "instantiateStreaming"]) {
		const plain = WebAssembly[name];
		WebAssembly[name] = async (...args) => {
			const result = await plain(...args);
			globalThis.moduleMemory = (result.instance ?? result).exports.memory;
			return result;
		};
	}
	return (await import(`${at}contender-agent-todos.js`)).memory();
}

/**
 * Writes the contenders of a build below an address, each with its own copy of the rows and of zod.
 */
async function bundle(folder, at) {
	const manifest = readFileSync(join(folder, "package.json"), "utf8");
	/** The file that a browser's bundler takes. */
	const entry = JSON.parse(manifest).exports["."].default;
	const wasm = "agent_todos_bg.wasm";
	await build({
		absWorkingDir: import.meta.dirname,
		entryPoints: [
			"measure.mjs",
			...contenderNames.map((name) => `contender-${name}.mjs`),
		],
		outdir: join(site, at),
		bundle: true,
		format: "esm",
		target: "esnext",
		define: { WASM: JSON.stringify(at + wasm) },
		alias: { "agent-todos": join(folder, entry) },
		logLevel: "warning",
	});
	copyFileSync(join(folder, wasm), join(site, at, wasm));
}
