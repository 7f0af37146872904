// A service worker that webpack builds for the target `web`: 5.101.3 and before break it as it
// loads, as the page on bundlers says.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { slowTest } from "../tools/slow.mjs";
import { install } from "./npm-project.mjs";

const worker = (entry) => `
	import { init, TodoStore } from "${entry}";
	addEventListener("message", (event) => event.waitUntil(init().then(() => event.ports[0].postMessage(new TodoStore().getXml()))));`;
const program = `
	const webpack = require("webpack");
	const [target, output] = process.argv.slice(2);
	webpack({ mode: "production", target, context: __dirname, entry: "./worker-source.js", output: { path: __dirname + "/" + output, filename: "worker.js" }, performance: false }, (error, stats) => {
		if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
	});`;
const empty = "<todos></todos>";
const broken = "TypeError: Failed to register a ServiceWorker";

for (const [version, found] of [
	["5.100.2", { web: broken, webworker: empty, inline: empty }],
	["5.112.2", { web: empty, webworker: empty, inline: empty }],
])
	slowTest(
		`webpack ${version}: a service worker for each target, and inline`,
		async (t) => {
			const folder = install(t, { webpack: version });
			writeFileSync(join(folder, "build.cjs"), program);
			const make = (entry, target, output) => {
				writeFileSync(join(folder, "worker-source.js"), worker(entry));
				const { status, stderr } = spawnSync(
					process.execPath,
					[join(folder, "build.cjs"), target, output],
					{ cwd: folder, encoding: "utf8" },
				);
				assert.equal(status, 0, stderr);
			};
			make("agent-todos", "web", "web");
			make("agent-todos", "webworker", "webworker");
			make("agent-todos/inline", "web", "inline");
			writeFileSync(
				join(folder, "index.html"),
				"<!doctype html><title>host</title>",
			);
			const server = await serve(folder);
			t.after(() => server.close());
			const browser = await launchChromium();
			t.after(() => browser.close());
			const page = await browser.newPage();
			await page.goto(server.url);
			const results = {};
			for (const name of ["web", "webworker", "inline"])
				results[name] = await page.evaluate(answerOf, name);
			assert.deepEqual(results, found);
		},
	);

/**
 * In the page: what the worker of this folder answers, or the beginning of the reason why it does
 * not start.
 */
async function answerOf(name) {
	try {
		const { installing, active } = await navigator.serviceWorker.register(
			`/${name}/worker.js`,
		);
		const worker = installing ?? active;
		const { port1, port2 } = new MessageChannel();
		worker.postMessage("", [port2]);
		return await new Promise(
			(resolve) => (port1.onmessage = ({ data }) => resolve(data)),
		);
	} catch (error) {
		return String(error).slice(0, 45);
	}
}
