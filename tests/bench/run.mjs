// `node tests/bench/run.mjs`: agent-todos beside the store it grew from, per operation, in headless Chromium.
//
//   node tests/bench/run.mjs                   every row, and whether the bars of issue 2 are kept
//   node tests/bench/run.mjs --check           the same; fails when one is broken
//   node tests/bench/run.mjs step toolAdd      these rows of rows.mjs only
//   PACKAGE=/path/to/pkg node tests/bench/…    another build than the installed one
//   BASELINE=/path/to/pkg node tests/bench/…   beside an earlier build, in the same rounds
//   ROUNDS=1001 node tests/bench/run.mjs       longer than the usual 151 rounds

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { chromium as playwright } from "playwright-core";
import { installed } from "../../pkg-template/build/places.mjs";
import { launchOptions } from "../setup/browsers.mjs";
import { bars, table } from "./table.mjs";

const here = import.meta.dirname;
const packageFolder = resolve(process.env.PACKAGE ?? installed);
const wanted = process.argv
	.slice(2)
	.filter((argument) => !argument.startsWith("--"));
const baseline = process.env.BASELINE && resolve(process.env.BASELINE);
const rounds = Number(process.env.ROUNDS ?? 151);

const shared = ["measure", "contender-seed-jit", "contender-seed-jitless"];
const files = {
	...(await bundles(shared, packageFolder, "/")),
	...(await bundles(["contender-agent-todos"], packageFolder, "/")),
	...(baseline &&
		(await bundles(["contender-agent-todos"], baseline, "/baseline/"))),
	"/": ["text/html", "<!doctype html><title>agent-todos: benchmark</title>"],
};

const server = createServer(({ url }, response) => {
	const [type, body] = files[url] ?? [];
	// Isolated from other origins, a page gets a clock of 5 µs; else 100.
	response.writeHead(type ? 200 : 404, {
		"Content-Type": type ?? "text/plain",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Embedder-Policy": "require-corp",
	});
	response.end(body);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));

const browser = await playwright.launch(launchOptions);
try {
	const opened = async () => {
		const page = await browser.newPage();
		await page.goto(`http://localhost:${server.address().port}/`);
		return page;
	};
	const page = await opened();
	const results = await page.evaluate(
		async ({ wanted, rounds, hasBaseline }) => {
			if (!crossOriginIsolated)
				throw new Error("the page is not isolated: its clock is too coarse");
			const { measure } = await import("/measure.js");
			// One after the other: zod's configuration is the page's, and is read when a schema is made.
			const contenders = {};
			for (const name of ["agent-todos", "seed-jit", "seed-jitless"])
				contenders[name] = await import(`/contender-${name}.js`);
			if (hasBaseline)
				contenders.baseline = await import(
					"/baseline/contender-agent-todos.js"
				);
			return measure(contenders, wanted, rounds);
		},
		{ wanted, rounds, hasBaseline: baseline !== undefined },
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
	const found = bars(results);
	for (const { kept, text } of found)
		console.log(`${kept ? "kept  " : "BROKEN"} ${text}`);
	if (process.argv.includes("--check") && found.some(({ kept }) => !kept))
		process.exitCode = 1;
} finally {
	await browser.close();
	server.close();
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

/** One bundle per contender of a build, below an address, each with its own copy of the rows and of zod. */
async function bundles(entries, folder, at) {
	const { outputFiles } = await build({
		absWorkingDir: here,
		entryPoints: entries.map((name) => ({ in: `${name}.mjs`, out: name })),
		outdir: at,
		bundle: true,
		format: "esm",
		target: "esnext",
		write: false,
		define: { WASM: JSON.stringify(`${at}agent_todos_bg.wasm`) },
		plugins: [
			{
				name: "package",
				setup: ({ onResolve }) =>
					onResolve({ filter: /^agent-todos$/ }, () => ({
						path: entry(folder),
					})),
			},
		],
	});
	const wasm = readFileSync(join(folder, "agent_todos_bg.wasm"));
	return {
		...Object.fromEntries(
			outputFiles.map(({ path, text }) => [path, ["text/javascript", text]]),
		),
		[`${at}agent_todos_bg.wasm`]: ["application/wasm", wasm],
	};
}

/** The file that a browser's bundler takes. */
function entry(folder) {
	const manifest = JSON.parse(
		readFileSync(join(folder, "package.json"), "utf8"),
	);
	return join(folder, manifest.exports["."].default);
}
