// The list in React, in a browser, and in Vue and Svelte with the code of their pages in www/docs.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { init, TodoStore } from "agent-todos";
import { buildSync, transformSync } from "esbuild";
import { effectScope } from "vue";
import { root, target } from "../../pkg-template/build/places.mjs";
import { serve } from "../packaging/serve.mjs";
import { launchChromium } from "../setup/playwright.mjs";

const folder = join(target, "element", "frameworks");
mkdirSync(folder, { recursive: true });
await init();

let close = () => {};
after(() => close());

/** The first piece of TypeScript of a page of the documentation, as a module. */
async function codeOf(page) {
	const text = readFileSync(join(root, "www", "docs", "guides", page), "utf8");
	const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(text);
	const path = join(folder, `${page}.mjs`);
	writeFileSync(path, transformSync(code, { loader: "ts" }).code);
	return import(pathToFileURL(path));
}

function filled() {
	const store = new TodoStore();
	store.addMultiple(["Open the shop"]);
	return store;
}

test("Vue: a ref follows the list until its scope ends", async () => {
	const { useTodos } = await codeOf("vue.md");
	const store = filled();
	const scope = effectScope();
	const todos = scope.run(() => useTodos(store));
	assert.equal(todos.value.length, 1);
	store.addMultiple(["Pay"]);
	assert.equal(todos.value[1].content, "Pay");
	scope.stop();
	store.reset();
	assert.equal(todos.value.length, 2);
});

test("Svelte: a store follows the list while somebody listens", async () => {
	const { todosOf } = await codeOf("svelte.md");
	const store = filled();
	const heard = [];
	const leave = todosOf(store).subscribe((todos) => heard.push(todos.length));
	store.addMultiple(["Pay"]);
	leave();
	store.reset();
	assert.deepEqual([heard[0], heard.at(-1)], [1, 2]);
});

test("React: the hook and the component show the list, pass properties and events, and leave nothing", async () => {
	const app = `
		import { init, TodoStore } from "agent-todos/inline";
		import { AgentTodos, useTodos } from "agent-todos/react";
		import { createElement as h, StrictMode, useState } from "react";
		import { createRoot } from "react-dom/client";
		await init();
		const store = new TodoStore();
		store.addMultiple(["Open the shop", "Pay"]);
		const log = [];
		let setMode;
		function App() {
			const todos = useTodos(store);
			const [mode, set] = useState("review");
			setMode = set;
			const ref = (element) => { globalThis.element = element; };
			return h("div", null, h("output", null, todos.map(({ content, status }) => content + ": " + status).join()),
				h(AgentTodos, { store, mode, ref, className: "own", onStart: ({ type }) => log.push(type), onAbort: (event) => { event.preventDefault(); log.push(event.type); } }));
		}
		const root = createRoot(document.querySelector("main"));
		root.render(h(StrictMode, null, h(App)));
		Object.assign(globalThis, { store, log, root, setMode: (mode) => setMode(mode) });`;
	const { outputFiles } = buildSync({
		stdin: { contents: app, resolveDir: import.meta.dirname },
		bundle: true,
		format: "esm",
		write: false,
		define: { "process.env.NODE_ENV": '"development"' },
	});
	writeFileSync(join(folder, "app.js"), outputFiles[0].text);
	writeFileSync(
		join(folder, "index.html"),
		'<!doctype html><title>React</title><main></main><script type="module" src="app.js"></script>',
	);
	const server = await serve(folder);
	const browser = await launchChromium();
	close = async () => {
		await browser.close();
		await server.close();
	};
	const page = await browser.newPage();
	const troubles = [];
	page.on("pageerror", ({ message }) => troubles.push(message));
	page.on("console", (message) => {
		if (message.type() === "error") troubles.push(message.text());
	});
	await page.goto(server.url);
	const shown = (text) => page.locator("output", { hasText: text }).waitFor();
	await shown("Open the shop: todo,Pay: todo");
	await page.locator("agent-todos.own .row .check").first().click();
	await shown("Open the shop: done,Pay: todo");
	await page.getByRole("button", { name: "Start" }).click();
	await page.evaluate(() => {
		globalThis.store.markDoing(2);
	});
	await page.getByRole("button", { name: "Stop", exact: true }).click();
	assert.deepEqual(await page.evaluate("log"), ["start", "abort"]);
	await page.evaluate(() => globalThis.setMode("line"));
	await page.locator("agent-todos .current", { hasText: "Pay" }).waitFor();
	assert.equal(
		await page.evaluate("element === document.querySelector('agent-todos')"),
		true,
	);
	await page.evaluate(() => {
		globalThis.root.unmount();
		globalThis.store.reset();
	});
	assert.equal(await page.locator("agent-todos").count(), 0);
	// favicon.ico is none of ours.
	assert.deepEqual(
		troubles.filter((text) => !/404/.test(text)),
		[],
	);
});
