// `todosJson(store)`: the list as the file `todos.json`, which other programs read.

import * as glue from "../generated/agent_todos_bg.js";
import { TodoStore } from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/error.js";

const core = glue as unknown as { todosJson(store: TodoStore): string };

/**
 * The list as `todos.json`: a bare array of objects with id, content and status (pending, in_progress, completed, cancelled), as
 * JSON text. History, keys and what such an object has no field for are not in it. `store.load()` reads it.
 */
export function todosJson(store: TodoStore): string {
	if (!(store instanceof TodoStore))
		throw new TodoError("invalid_argument", "todosJson() takes a TodoStore");
	return core.todosJson(store);
}
