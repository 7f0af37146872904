// `todosJson(store)`: the list as the file `todos.json`, which other programs read.

import * as core from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";

/**
 * The list as `todos.json`: a bare array of objects with id, content and status (pending, in_progress, completed, cancelled), as
 * JSON text. History, keys and what such an object has no field for are not in it. `store.load()` reads it.
 */
export function todosJson(store: core.TodoStore): string {
	if (!(store instanceof core.TodoStore))
		throw new TodoError("invalid_argument", "todosJson() takes a TodoStore");
	return core.todosJson(store);
}
