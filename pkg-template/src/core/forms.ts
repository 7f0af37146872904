// The list as a text that people edit.

import * as core from "../../generated/agent_todos_bg.js";
import { refuse } from "./check.js";
import { checkStore } from "./check-store.js";

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
