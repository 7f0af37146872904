// The list as texts that other programs and people read.

import * as core from "../../generated/agent_todos_bg.js";
import { refuse } from "./check.js";
import { checkStore } from "./check-store.js";

/**
 * Returns the list as `todos.json`: a bare array of objects with id, content and status (pending, in_progress,
 * completed, cancelled, or blocked for a todo that waits), as JSON text. It has no history, no keys, and no other fields. `store.load()` reads it.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { todosJson } from "agent-todos/forms";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * console.log(JSON.parse(todosJson(store))); // → [ { id: '1', content: 'Find a kettle', status: 'pending' } ]
 * ```
 */
export function todosJson(store: core.TodoStore): string {
	checkStore(store, "todosJson(): store");
	return core.todosJson(store);
}

/**
 * Replaces the whole list by a checklist in Markdown, as `store.markdown()` writes it. The changes are those of the store's author: pass
 * `store.as("user")` if a person edited the text.
 * Todos that are there again keep their keys, and what a line cannot say, such as a priority, stays. A todo whose line is gone
 * leaves the list. Headings and lines without a box are ignored. Returns notes on what was repaired.
 *
 * Throws `invalid_argument` for a text that is no checklist, and the errors of `replaceAll`; the list is then unchanged.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { readMarkdown } from "agent-todos/forms";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const notes = readMarkdown(store.as("user"), "- [x] Find a kettle\n- [ ] Pay");
 * console.log(notes, store.getXml());
 * // → [] <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="todo">Pay</todo></todos>
 * ```
 */
export function readMarkdown(store: core.TodoStore, text: string): string[] {
	checkStore(store, "readMarkdown(): store");
	if (typeof text !== "string") refuse("readMarkdown(): text", "a string");
	return core.readMarkdown(store, text);
}
