// The package, as its users get it, in the form that rows.mjs measures.

import { Conversation, init, TodoStore, tools } from "agent-todos";
import { rowsOf, textsOf } from "./rows.mjs";

// Whose module it is: run.mjs writes its path here, and its site where there is no page.
await init({
	module_or_path: new URL(WASM, globalThis.benchSite ?? location.href),
});

const contender = {
	create: () => new TodoStore(),
	release: (store) => store.free(),
	completeOne: (store, id) => store.complete(id),
	completeAsPerson: (store, id) => {
		const person = store.as("user");
		person.complete(id);
		person.free();
	},
	tool: (store) => tools(store, { dialect: "todo_manager" })[0].call,
	wholeListTool: (store) => tools(store, { dialect: "TodoWrite" })[0].call,
	listenedTool: (store, listener) => {
		store.subscribe(listener);
		return tools(store, { dialect: "todo_manager" })[0].call;
	},
	conversation: (store) => ({
		call: new Conversation(store).tools[0].call,
		person: store.as("user"),
	}),
	canUndo: true,
};
export const rows = rowsOf(contender);
export const texts = textsOf(contender);

/**
 * Bytes of a module's memory: with 30 todos, and when 1,000 revisions have followed. A page's first
 * module has none of others'.
 */
export function memory() {
	const store = new TodoStore();
	store.addMultiple(Array.from({ length: 30 }, (_, i) => `Step ${i + 1}`));
	const before = globalThis.moduleMemory.buffer.byteLength;
	for (let i = 0; i < 500; i++) {
		store.markDoing((i % 30) + 1);
		store.abort();
	}
	const after = globalThis.moduleMemory.buffer.byteLength;
	store.free();
	return { before, after };
}
