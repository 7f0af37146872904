// A server renders pages without HTMLElement: importing the element there defines nothing, and
// throws nothing.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";

const Count = ({ store, useTodos }) => String(useTodos(store).length);

test("the element is imported where there is no HTMLElement", async () => {
	assert.equal("HTMLElement" in globalThis, false);
	const { AgentTodosElement } = await import("agent-todos/element");
	assert.equal(typeof AgentTodosElement, "function");
});

test("a server's HTML shows the list, which the element takes over", async () => {
	const { renderTodos } = await import("agent-todos/element");
	const todos = [
		{ id: 1, key: "t1", content: "<b>Open</b> the shop", status: "done" },
		{ id: 2, key: "t2", content: "Pay", status: "doing" },
	];
	const html = renderTodos(todos, { working: "Läuft" });
	const browser = await launchChromium();
	const still = await browser.newPage({ javaScriptEnabled: false });
	await still.setContent(html);
	const seen = still.locator("agent-todos");
	await seen.getByText("<b>Open</b> the shop").waitFor();
	await seen.getByRole("heading", { name: "Läuft" }).waitFor();
	assert.equal(await still.locator("agent-todos :is(button, b)").count(), 0);

	const server = await serve({ element: import.meta.dirname });
	const page = await browser.newPage();
	const body = `<!doctype html><main>${html}</main><script type="module" src="page.mjs"></script>`;
	await page.route("**/server.html", (route) =>
		route.fulfill({ contentType: "text/html", body }),
	);
	await page.goto(`${server.address}element/server.html`);
	await page.locator("html[data-ready]").waitFor();
	// What a server wrote stays until there is a list.
	const element = page.locator("agent-todos");
	await element.getByText("<b>Open</b> the shop").waitFor();
	await page.evaluate(() => {
		const store = new globalThis.todos.TodoStore();
		store.addMultiple(["Call Ann"]);
		const element = document.querySelector("agent-todos");
		element.readonly = false;
		element.list = store;
	});
	await element.getByRole("checkbox", { name: "Done: Call Ann" }).click();
	await element.getByRole("heading", { name: "1 done" }).waitFor();
	assert.equal(await element.getByText("Open").count(), 0);
	await browser.close();
	server.close();
});

test("React renders the component to a string on a server", async () => {
	const { createElement } = await import("react");
	const { renderToString } = await import("react-dom/server");
	const { AgentTodos, useTodos } = await import("agent-todos/react");
	const { init, TodoStore } = await import("agent-todos");
	await init();
	const store = new TodoStore();
	store.addMultiple(["Open the shop"]);
	assert.equal(
		renderToString(createElement(AgentTodos, { list: store, mode: "line" })),
		'<agent-todos mode="line"></agent-todos>',
	);
	assert.equal(renderToString(createElement(Count, { store, useTodos })), "1");
});
