// What the forms of a plan have in common: their arguments.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { readTodos } from "../connect/message.js";
import { refuse } from "../core/check.js";

/** A list at one moment, as `TodoStore.getAll()` returns it. */
export type Todos = readonly Todo[];

export function checkTodos(todos: Todos, what: string): Todos {
	return readTodos(todos) ?? refuse(what, "todos, as getAll() returns them");
}
