// What the protocols of a plan have in common: their arguments.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { refuse } from "../arguments/check.js";
import { copyOwn } from "../arguments/options.js";
import { readTodos } from "../connect/message.js";

/**
 * Returns a list at one moment, as `TodoStore.getAll()` returns it. Throws `invalid_argument` if it
 * is none.
 */
export function checkTodos(
	todos: readonly Todo[],
	what: string,
): readonly Todo[] {
	const read =
		readTodos(todos) ?? refuse(what, "todos, as getAll() returns them");
	return read.map((todo) => copyOwn(todo) as Todo);
}
