// What a user feels of a service worker that was stopped: the time from a message that starts it to
// the answer of its first tool call, in a real MV3 extension in Chromium. Beside it the same with
// the original's store and zod, and with nothing at all.
//
//   node tests/bench/cold-start.mjs        51 rounds; ROUNDS=11 for a quicker look

import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { installed } from "../../pkg-template/build/places.mjs";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { makeExtension, stopWorker } from "../tools/extension.mjs";
import { completeEach, steps } from "./plan.mjs";
import { median } from "./table.mjs";

const packageFolder = resolve(process.env.PACKAGE ?? installed);
const rounds = Number(process.env.ROUNDS ?? 51);

/**
 * Each worker makes a store of thirty todos, completes one by a tool call, and answers with the
 * text.
 */
const workers = {
	empty: `chrome.runtime.onMessage.addListener((_message, _sender, answer) => answer("nothing"));`,
	"agent-todos": `
		import { init, TodoStore, tools } from ${JSON.stringify(join(packageFolder, "index.js"))};
		chrome.runtime.onMessage.addListener((message, _sender, answer) => {
			init({ module_or_path: chrome.runtime.getURL("agent_todos_bg.wasm") }).then(() => {
				const store = new TodoStore();
				store.addMultiple(message.steps);
				answer(tools(store)[0].call(message.call).text);
			});
			return true;
		});`,
	"TypeScript + zod": `
		import { z } from "zod";
		import { makeTypeScript } from ${JSON.stringify(join(import.meta.dirname, "typescript-store.ts"))};
		z.config({ jitless: true });
		const { SeedStore, callTool } = makeTypeScript(z);
		chrome.runtime.onMessage.addListener((message, _sender, answer) => {
			const store = new SeedStore();
			store.addMultiple(message.steps);
			answer(callTool(store, message.call).text);
		});`,
};

async function opened([name, contents]) {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: import.meta.dirname },
		bundle: true,
		minify: true,
		format: "esm",
		write: false,
		logLevel: "silent",
	});
	const folder = makeExtension(
		`cold-${name}`,
		{
			"background.js": outputFiles[0].text,
			"page.html": "<!doctype html><title>page</title>",
		},
		{ background: { service_worker: "background.js", type: "module" } },
	);
	const wasm = "agent_todos_bg.wasm";
	copyFileSync(join(packageFolder, wasm), join(folder, wasm));
	const { context, address, close } = await loadExtension(folder);
	const page = await context.newPage();
	await page.goto(address("page.html"));
	const session = await context.newCDPSession(page);
	return { name, close, page, session, times: [] };
}

const contenders = [];
try {
	for (const worker of Object.entries(workers))
		contenders.push(await opened(worker));
	// The first round is a warm-up: the browser compiles and caches what it has not seen yet.
	for (let round = 0; round <= rounds; round++) {
		for (let turn = 0; turn < contenders.length; turn++) {
			const { page, session, times } =
				contenders[(round + turn) % contenders.length];
			await stopWorker(session);
			const { elapsed, text } = await page.evaluate(
				async (message) => {
					const start = performance.now();
					const text = await chrome.runtime.sendMessage(message);
					return { elapsed: performance.now() - start, text };
				},
				{ steps, call: completeEach[0] },
			);
			if (typeof text !== "string") throw new Error(`no answer: ${text}`);
			if (round > 0) times.push(elapsed);
		}
	}
} finally {
	for (const { close } of contenders) await close();
}

const [, ours, theirs] = contenders;
const ratio = median(ours.times.map((time, i) => time / theirs.times[i]));
console.log(
	"| cold start, ms from the message to the answer | median |\n|---|--:|",
);
for (const { name, times } of contenders)
	console.log(`| ${name} | ${median(times).toFixed(1)} |`);
const maxRatio = 0.95;
const kept = ratio <= maxRatio;
console.log(
	`\n${kept ? "kept  " : "BROKEN"} cold start: ${ratio.toFixed(2)} times that of the original's store with zod, at most ${maxRatio} wanted`,
);
if (process.argv.includes("--check") && !kept) process.exitCode = 1;
