// The list in React, and in Vue and Svelte with the code of their pages in www/docs, in a browser.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { init, TodoStore } from "agent-todos";
import { transformSync } from "esbuild";
import { compile } from "svelte/compiler";
import { effectScope } from "vue";
import * as vue from "vue/compiler-sfc";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { textOf } from "../docs/pages.mjs";
import { snippets } from "../docs/snippets.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { writePage } from "../tools/page.mjs";
import { shows } from "./chromium.mjs";

const folder = emptyTarget("element", "frameworks");
await init();

let browser;
const closing = [];
before(async () => {
	browser = await launchChromium();
});
after(async () => {
	await browser?.close();
	for (const close of closing) await close();
});

/** Returns the code blocks of one framework's section in the guide to the element. */
function snippetsOf(framework) {
	const [, section] = textOf("www/docs/guides/frameworks.md").split(
		`## In ${framework}\n`,
	);
	return snippets(section.split("\n## ")[0]);
}

/** Returns the first piece of TypeScript of a section of the guide, as a module. */
async function codeOf(framework) {
	const [{ code }] = snippetsOf(framework);
	const path = join(folder, `${framework}.mjs`);
	writeFileSync(path, transformSync(code, { loader: "ts" }).code);
	return import(pathToFileURL(path));
}

test("Vue and Svelte: a ref and a store follow the list", async () => {
	const { useTodos } = await codeOf("Vue");
	const { todosOf } = await codeOf("Svelte");
	const store = new TodoStore();
	store.addMultiple(["Open the shop"]);
	const scope = effectScope();
	const todos = scope.run(() => useTodos(store));
	const heard = [];
	const leave = todosOf(store).subscribe((todos) => heard.push(todos.length));
	assert.deepEqual([todos.value.length, heard[0]], [1, 1]);
	store.addMultiple(["Pay"]);
	scope.stop();
	leave();
	store.reset();
	assert.deepEqual([todos.value[1].content, heard.at(-1)], ["Pay", 2]);
});

test("Vue and Svelte: their components and the element follow it", async () => {
	const write = (name, code) => writeFileSync(join(folder, name), code);
	const [todos, svelteList, svelteElement] = snippetsOf("Svelte");
	write("todos.ts", todos.code);
	write("SvelteList.js", compile(svelteList.code, {}).js.code);
	write("SvelteElement.js", compile(svelteElement.code, {}).js.code);
	const [useTodos, vueList, vueElement] = snippetsOf("Vue");
	write("use-todos.ts", useTodos.code);
	write("VueList.ts", vueComponent("list", vueList.code));
	write("VueElement.ts", vueComponent("element", vueElement.code));
	const app = `
		import { mount } from "svelte";
		import { createApp, h } from "vue";
		import SvelteElement from "./SvelteElement.js";
		import SvelteList from "./SvelteList.js";
		import VueElement from "./VueElement.ts";
		import VueList from "./VueList.ts";
		const target = (name) => {
			const element = document.createElement("div");
			element.id = name;
			document.querySelector("main").append(element);
			return element;
		};
		mount(SvelteList, { target: target("svelte"), props: { store } });
		createApp(VueList, { store }).mount(target("vue"));
		mount(SvelteElement, { target: target("svelte-element"), props: { list: store, run: () => log.push("svelte") } });
		createApp({ render: () => h(VueElement, { list: store, onApprove: () => log.push("vue") }) }).mount(target("vue-element"));
		`;
	const { page, troubles } = await opened("vue-svelte", list + app, {
		__VUE_OPTIONS_API__: "true",
		__VUE_PROD_DEVTOOLS__: "false",
		__VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
	});
	const frameworks = ["svelte", "vue"];
	for (const name of frameworks)
		await page.locator(`#${name} li`).nth(1).waitFor();
	await page
		.locator("#svelte-element agent-todos .row .text")
		.first()
		.press("Space");
	for (const name of frameworks) {
		await shows(page, `#${name}`, "Open the shop: done");
		const element = page.locator(`#${name}-element`);
		await element.getByRole("button", { name: "Approve and start" }).click();
	}
	assert.deepEqual(await page.evaluate("log"), ["svelte", "vue"]);
	assert.deepEqual(troubles, []);
});

test("React: the components of its page show the list", async () => {
	const [panel, root] = snippetsOf("React");
	writeFileSync(join(folder, "panel.tsx"), panel.code);
	const inline = root.code.replace('"agent-todos"', '"agent-todos/inline"');
	const whole = await opened("react-root", inline);
	await whole.page.locator("agent-todos .add").waitFor();
	const app = `
		import { createRoot } from "react-dom/client";
		import { Panel } from "./panel.tsx";
		createRoot(document.querySelector("main")).render(<Panel store={store} start={() => void store.complete(1)} />);`;
	const { page, troubles } = await opened("react-panel", list + app);
	await shows(page, "h2", "2 to do");
	await page.getByRole("button", { name: "Approve and start" }).click();
	await shows(page, "h2", "1 to do");
	assert.deepEqual([...troubles, ...whole.troubles], []);
});

/** Returns a single file component as a module. */
function vueComponent(id, source) {
	const isCustomElement = (tag) => tag === "agent-todos";
	const { descriptor } = vue.parse(source, {
		templateParseOptions: { isCustomElement },
	});
	return vue.compileScript(descriptor, { id, inlineTemplate: true }).content;
}

/** A list, which the programs below show. */
const list = `
	import { init, TodoStore } from "agent-todos/inline";
	await init();
	const store = new TodoStore();
	store.addMultiple(["Open the shop", "Pay"]);
	const log = [];
	Object.assign(globalThis, { store, log });`;

/** Returns a page of Chromium in which a program of this folder runs, and what goes wrong there. */
async function opened(name, contents, define = {}) {
	const site = emptyTarget("element", "frameworks", name);
	await writePage(site, contents, {
		resolveDir: folder,
		jsx: "automatic",
		conditions: ["browser"],
		define: { "process.env.NODE_ENV": '"development"', ...define },
	});
	const server = await serve(site);
	closing.push(() => server.close());
	const page = await browser.newPage();
	const troubles = troublesOf(page);
	await page.goto(server.url);
	return { page, troubles };
}

test("React: hook and component show the list, and leave nothing", async () => {
	const app = `
		import { AgentTodos, useTodos } from "agent-todos/react";
		import { createElement as h, memo, StrictMode, useState } from "react";
		import { createRoot } from "react-dom/client";
		let setMode;
		let setSource;
		globalThis.renders = 0;
		// Renders for its own sake only, not with the component around it.
		const Open = memo(() => {
			const [source, set] = useState(undefined);
			setSource = set;
			globalThis.renders += 1;
			const open = useTodos(source, (todos) => todos.filter(({ status }) => status === "todo"));
			return h("aside", null, open.map(({ content }) => content).join());
		});
		function App() {
			const todos = useTodos(store);
			const [mode, set] = useState("review");
			setMode = set;
			const ref = (element) => { globalThis.element = element; };
			const [agent] = useState({ abort() {} });
			return h("div", null, h("output", null, todos.map(({ content, status }) => content + ": " + status).join()),
				h(Open), h(AgentTodos, { list: store, mode, agent, ref, className: "own", onApprove: ({ type }) => log.push(type), onAbort: (event) => { event.preventDefault(); log.push(event.type); },
					onOpen: ({ detail }) => log.push(detail.todo.data), onWaitingChange: ({ detail }) => log.push(detail) }));
		}
		const root = createRoot(document.querySelector("main"));
		root.render(h(StrictMode, null, h(App)));
		Object.assign(globalThis, { root, setMode: (mode) => setMode(mode), setSource: (source) => setSource(source) });`;
	const { page, troubles } = await opened("react", list + app);
	await shows(page, "output", "Open the shop: todo,Pay: todo");
	// Without a source the hook waits for one.
	assert.equal(await page.locator("aside").textContent(), "");
	await page.evaluate(() => globalThis.setSource(globalThis.store));
	await shows(page, "aside", "Open the shop,Pay");
	await page.locator("agent-todos.own .row .text").first().press("Space");
	await shows(page, "output", "Open the shop: done,Pay: todo");
	await shows(page, "aside", /^Pay$/);
	// What is selected stays the same, so nothing is rendered.
	const renders = await page.evaluate("renders");
	await page.evaluate(
		() => void globalThis.store.as("host").edit(1, { content: "Open" }),
	);
	await shows(page, "output", "Open: done,Pay: todo");
	assert.equal(await page.evaluate("renders"), renders);
	await page.getByRole("button", { name: "Approve and start" }).click();
	await page.evaluate("void store.markDoing(2)");
	await page.getByRole("button", { name: "Stop", exact: true }).click();
	await page.evaluate(() => globalThis.setMode("list"));
	await page.evaluate(() => void globalThis.store.edit(2, { data: "a tab" }));
	await page.locator("agent-todos.own .row", { hasText: "Pay" }).hover();
	await page.getByRole("button", { name: "Open: Pay" }).click();
	await page.evaluate(() => void globalThis.store.wait(2));
	await page.waitForFunction("log.length === 4");
	await page.evaluate(() => void globalThis.store.as("user").answer(2));
	await page.waitForFunction("log.length === 5");
	assert.deepEqual(await page.evaluate("log"), [
		"approve",
		"abort",
		"a tab",
		{ waiting: 1 },
		{ waiting: 0 },
	]);
	await page.evaluate(() => globalThis.setMode("line"));
	await shows(page, "agent-todos .current", "Pay");
	assert.equal(
		await page.evaluate("element === document.querySelector('agent-todos')"),
		true,
	);
	await page.evaluate(() => {
		globalThis.root.unmount();
		globalThis.store.reset();
	});
	assert.equal(await page.locator("agent-todos").count(), 0);
	assert.deepEqual(troubles, []);
});
