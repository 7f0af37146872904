// `agent-todos/forms`: the list as texts that other programs and people read. `init()` is in `agent-todos`.

import * as core from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";

/**
 * Returns the list as `todos.json`: a bare array of objects with id, content and status (pending, in_progress,
 * completed, cancelled), as JSON text. It has no history, no keys, and no other fields. `store.load()` reads it.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { todosJson } from "agent-todos/forms";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * console.log(JSON.parse(todosJson(store))); // → [ { id: 't1', content: 'Find a kettle', status: 'pending' } ]
 * ```
 */
export function todosJson(store: core.TodoStore): string {
	if (!(store instanceof core.TodoStore))
		throw new TodoError("invalid_argument", "todosJson() takes a TodoStore");
	return core.todosJson(store);
}
