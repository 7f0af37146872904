// An extension whose content script contains the package. Chrome refuses a whole extension if a
// content script holds a noncharacter, and these bundlers write the constants of a script as the
// characters themselves.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { slowTest } from "../tools/slow.mjs";
import { install, printed } from "./npm-project.mjs";
import { makeProject } from "./project.mjs";

/**
 * An agent as in extensions that work on the page: a class that has the list and answers the calls
 * of the model.
 */
const agent = `
	import { TodoStore } from "agent-todos";
	import { tools } from "agent-todos/inline";
	import { follow } from "agent-todos/follow";
	import { chromeStorage } from "agent-todos/storage/chrome";

	export class Agent {
		store = new TodoStore();
		tools = tools(this.store);
		run(call) {
			return this.tools[0].call(call).text;
		}
		all = [follow, chromeStorage];
	}`;
const start = `
	const agent = new Agent();
	agent.run({ action: "add_multiple", todos: [{ content: "Find a kettle \\ud800" }] });
	document.documentElement.dataset.list = agent.store.getXml() + agent.all.length;`;
const files = {
	"agent.js": agent,
	"content.js": `import { Agent } from "./agent.js";${start}`,
	"dist/background.js": "",
	"dist/manifest.json": JSON.stringify({
		manifest_version: 3,
		name: "host",
		version: "1.0",
		background: { service_worker: "background.js" },
		content_scripts: [{ matches: ["http://localhost/*"], js: ["content.js"] }],
	}),
};

const vite = `
	import { build } from "vite";
	await build({ logLevel: "error", build: { emptyOutDir: false, lib: { entry: "content.js", formats: ["iife"], name: "content", fileName: () => "content.js" } } });`;
const webpack = `
	import webpack from "webpack";
	const compiler = webpack({ mode: "production", context: import.meta.dirname, entry: "./content.js", output: { filename: "content.js" }, performance: false });
	const stats = await new Promise((resolve, reject) => compiler.run((error, stats) => (error ? reject(error) : resolve(stats))));
	if (stats.hasErrors()) throw new Error(stats.toString());`;
const rollup = `
	import { nodeResolve } from "@rollup/plugin-node-resolve";
	import { rollup } from "rollup";
	const bundle = await rollup({ input: "content.js", plugins: [nodeResolve({ browser: true })] });
	await bundle.write({ dir: "dist", format: "iife", inlineDynamicImports: true });`;
const wxt = `
	import { build } from "wxt";
	await build({ manifest: { name: "host", version: "1.0" }, outDir: "built" });`;

const wxtFiles = {
	"entrypoints/agent/agent.js": agent,
	"entrypoints/background.js": "export default defineBackground(() => {});",
	"entrypoints/page.content.js": `
		import { Agent } from "./agent/agent.js";
		export default defineContentScript({
			matches: ["http://localhost/*"],
			main() {${start}},
		});`,
};

for (const [title, project] of [
	["Vite", { build: vite }],
	["webpack", { build: webpack }],
	["Rollup", { build: rollup }],
	[
		"WXT 0.21",
		{
			build: wxt,
			files: wxtFiles,
			folder: "built/chrome-mv3",
			script: "content-scripts/page.js",
			packages: { wxt: "0.21.0" },
			overrides: { linkedom: "0.18.12" },
		},
	],
])
	slowTest(
		`${title}: Chromium loads an extension with the package in its content script`,
		async (t) => {
			const {
				build,
				files: own = files,
				folder: dist = "dist",
				script = "content.js",
				packages,
				overrides,
			} = project;
			const folder = packages
				? install(t, packages, [], { overrides })
				: makeProject(`content-script-${title}`, "agent-todos", {});
			for (const [name, text] of Object.entries(own)) {
				mkdirSync(dirname(join(folder, name)), { recursive: true });
				writeFileSync(join(folder, name), text);
			}
			printed(folder, "build.mjs", build);
			const extension = join(folder, dist);
			assert.doesNotMatch(
				readFileSync(join(extension, script), "utf8"),
				/\p{Noncharacter_Code_Point}/u,
			);
			writeFileSync(join(folder, "index.html"), "<!doctype html>");
			const server = await serve(folder);
			t.after(() => server.close());
			const { context, close } = await loadExtension(extension);
			t.after(close);
			const page = await context.newPage();
			await page.goto(server.url);
			const root = page.locator("html[data-list]");
			assert.equal(
				await root.getAttribute("data-list"),
				'<todos><todo id="1" status="todo">Find a kettle \ufffd</todo></todos>2',
			);
		},
	);
