// What a user feels of a service worker that was stopped: the time from a message that starts it to the answer of its first
// tool call, in a real MV3 extension in Chromium. Beside it the same with the seed's store and zod, and with nothing at all.
//
//   node tests/bench/cold-start.mjs        51 rounds; ROUNDS=11 for a quicker look

import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { installed } from "../../pkg-template/build/places.mjs";
import { loadExtension } from "../setup/playwright.mjs";
import { completeEach, steps } from "./plan.mjs";

const packageFolder = resolve(process.env.PACKAGE ?? installed);
const rounds = Number(process.env.ROUNDS ?? 51);
const work = mkdtempSync(join(tmpdir(), "agent-todos-cold-"));

/** Each worker makes a store of thirty todos, completes one by a tool call, and answers with the text. */
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
	"seed + zod": `
		import { z } from "zod";
		import { makeSeed } from ${JSON.stringify(join(import.meta.dirname, "seed-store.ts"))};
		z.config({ jitless: true });
		const { SeedStore, callTool } = makeSeed(z);
		chrome.runtime.onMessage.addListener((message, _sender, answer) => {
			const store = new SeedStore();
			store.addMultiple(message.steps);
			answer(callTool(store, message.call).text);
		});`,
};

async function extensionOf(name, source) {
	const folder = join(work, name.replaceAll(/\W/g, "-"));
	mkdirSync(folder, { recursive: true });
	await build({
		stdin: { contents: source, resolveDir: import.meta.dirname },
		outfile: join(folder, "worker.js"),
		bundle: true,
		minify: true,
		format: "esm",
		logLevel: "silent",
	});
	copyFileSync(
		join(packageFolder, "agent_todos_bg.wasm"),
		join(folder, "agent_todos_bg.wasm"),
	);
	writeFileSync(
		join(folder, "page.html"),
		"<!doctype html><title>page</title>",
	);
	writeFileSync(
		join(folder, "manifest.json"),
		JSON.stringify({
			manifest_version: 3,
			name,
			version: "1",
			background: { service_worker: "worker.js", type: "module" },
			content_security_policy: {
				extension_pages:
					"script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
			},
		}),
	);
	return folder;
}

async function opened(name, source) {
	const { context, address, close } = await loadExtension(
		await extensionOf(name, source),
	);
	const page = await context.newPage();
	await page.goto(address("page.html"));
	const session = await context.newCDPSession(page);
	await session.send("ServiceWorker.enable");
	return { name, close, page, session, times: [] };
}

const contenders = [];
try {
	for (const [name, source] of Object.entries(workers))
		contenders.push(await opened(name, source));
	// The first round is a warm-up: the browser compiles and caches what it has not seen yet.
	for (let round = 0; round <= rounds; round++) {
		for (let turn = 0; turn < contenders.length; turn++) {
			const { page, session, times } =
				contenders[(round + turn) % contenders.length];
			await session.send("ServiceWorker.stopAllWorkers");
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
	rmSync(work, { recursive: true, force: true });
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const [, ours, theirs] = contenders;
const ratio = median(ours.times.map((time, i) => time / theirs.times[i]));
console.log(
	"| cold start, ms from the message to the answer | median |\n|---|--:|",
);
for (const { name, times } of contenders)
	console.log(`| ${name} | ${median(times).toFixed(1)} |`);
const kept = ratio <= 1.1;
console.log(
	`\n${kept ? "kept  " : "BROKEN"} cold start: ${ratio.toFixed(2)} times that of the seed's store with zod, at most 1.10 wanted`,
);
if (process.argv.includes("--check") && !kept) process.exitCode = 1;
