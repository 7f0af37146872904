// A server renders pages without HTMLElement: importing the element there defines nothing, and throws nothing.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const Count = ({ store, useTodos }) => String(useTodos(store).length);

test("the element is imported where there is no HTMLElement", async () => {
	assert.equal("HTMLElement" in globalThis, false);
	const { AgentTodosElement } = await import("agent-todos/element");
	assert.equal(typeof AgentTodosElement, "function");
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
