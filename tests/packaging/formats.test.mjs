// Bundles that know no address of their own: CommonJS, as extensions of VS Code are, and a worker
// as IIFE.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { slowTest } from "../tools/slow.mjs";
import { install, printed } from "./npm-project.mjs";
import { resultOfServed } from "./page-result.mjs";
import { makeProject } from "./project.mjs";

const modules = ["agent_todos_bg.wasm", "agent_todos_tasks_bg.wasm"];

/**
 * Bundles the program into `dist/`, and leaves only that of the project. Returns what it prints
 * there, with the modules beside it or not.
 */
async function printedByBundle(name, program, isBeside) {
	const folder = makeProject(name, "agent-todos", {});
	const { warnings } = await build({
		stdin: { contents: program, resolveDir: folder },
		outfile: join(folder, "bundle.cjs"),
		bundle: true,
		format: "cjs",
		platform: "node",
		logLevel: "silent",
		// esbuild has no setting by which it would find the file.
		logOverride: { "empty-import-meta": "silent" },
	});
	assert.deepEqual(warnings, []);
	const packed = join(folder, "node_modules", "agent-todos");
	for (const file of isBeside ? modules : [])
		copyFileSync(join(packed, file), join(folder, file));
	rmSync(join(folder, "node_modules"), { recursive: true });
	return printed(folder, "main.cjs", 'require("./bundle.cjs");');
}

const firstUse = (entry) => `
	import { TodoStore } from "${entry}";
	try {
		console.log(new TodoStore().getXml());
	} catch ({ code, message }) {
		console.log(code, message);
	}`;
const refused =
	/^init_failed agent-todos: cannot read file:.*agent_todos_bg\.wasm: import "agent-todos\/inline", give module_or_path, or /;

test("a bundle in CommonJS reads the module that is beside it", async () => {
	const list = firstUse("agent-todos");
	assert.equal(await printedByBundle("cjs", list, true), "<todos></todos>");
	const program = `
		import { init, TaskStore } from "agent-todos/tasks";
		init().then(() => console.log(new TaskStore().list("ann").length));`;
	assert.equal(await printedByBundle("cjs-tasks", program, true), "0");
});

test("a CommonJS bundle without the module says what to do", async () => {
	const list = firstUse("agent-todos");
	assert.match(await printedByBundle("cjs-alone", list, false), refused);
	const init = `
		import { init } from "agent-todos";
		init().catch(({ code, message }) => console.log(code, message));`;
	assert.match(await printedByBundle("cjs-init", init, false), refused);
	const inline = firstUse("agent-todos/inline");
	const text = await printedByBundle("cjs-inline", inline, false);
	assert.equal(text, "<todos></todos>");
});

const worker = (entry) => `
	import { init, TodoStore } from "${entry}";
	init().then(
		() => postMessage(new TodoStore().getXml()),
		({ code, message }) => postMessage(code + " " + message),
	);`;
const page = `<!doctype html><link rel="icon" href="data:,"><script>
	const answer = (name) => new Promise((resolve) => (new Worker(name + ".js").onmessage = ({ data }) => resolve(data)));
	globalThis.result = Promise.all(["main", "inline"].map(answer));
</script>`;
const vite = `
	import { build } from "vite";
	for (const name of ["main", "inline"])
		await build({ logLevel: "error", build: { emptyOutDir: false, lib: { entry: name + ".js", formats: ["iife"], name: "worker", fileName: () => name + ".js" } } });`;

for (const version of ["6.4.6", "8.3.8"])
	slowTest(
		`Vite ${version}, an IIFE worker: the message, and the inline entry`,
		async (t) => {
			const folder = install(t, { vite: version });
			writeFileSync(join(folder, "main.js"), worker("agent-todos"));
			writeFileSync(join(folder, "inline.js"), worker("agent-todos/inline"));
			printed(folder, "build.mjs", vite);
			writeFileSync(join(folder, "dist", "index.html"), page);
			const browser = await launchChromium();
			t.after(() => browser.close());
			assert.deepEqual(await resultOfServed(browser, join(folder, "dist")), [
				'init_failed agent-todos: this bundle does not know where its .wasm file is, as one in IIFE or CommonJS: import "agent-todos/inline", or pass module_or_path to init()',
				"<todos></todos>",
			]);
		},
	);
