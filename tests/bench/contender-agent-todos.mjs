// The package, as its users get it, in the form that rows.mjs measures.

import { init, TodoStore, tools } from "agent-todos";
import { rowsOf, textsOf } from "./rows.mjs";

await init({ module_or_path: "/agent_todos_bg.wasm" });

const contender = {
	create: () => new TodoStore(),
	release: (store) => store.free(),
	completeOne: (store, id) => store.complete(id),
	tool: (store) => tools(store, "todo_manager")[0].call,
	wholeListTool: (store) => tools(store, "TodoWrite")[0].call,
	listenedTool: (store, listener) => {
		store.subscribe(listener);
		return tools(store, "todo_manager")[0].call;
	},
	canUndo: true,
};
export const rows = rowsOf(contender);
export const texts = textsOf(contender);
