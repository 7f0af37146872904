// `openTodos`: for a host that wants to nudge a model which stops while todos are open.

import type { Todo, TodoStore } from "../generated/agent_todos_bg.js";
import { checkStore } from "./check-store.js";

/** What a list still holds. */
export interface OpenTodos {
	/** The todos that are neither done nor skipped, and not blocked. */
	todos: ReadonlyArray<Readonly<Todo>>;
	/** What a host may tell the model: there at most once for a list that does not change, and not when nothing is open. */
	nudge?: string;
}

/** What was open when a store's model was last nudged: the same todos, whichever of them is in progress, are the same list. */
const nudged = new WeakMap<TodoStore, string>();

/**
 * The todos that are open, and once for each set of them a nudge to tell the model. Never about todos that are
 * skipped or blocked.
 */
export function openTodos(store: TodoStore): OpenTodos {
	checkStore(store, "openTodos(): store");
	const todos = store
		.getAll()
		.filter(
			({ status, blocked }) =>
				(status === "todo" || status === "doing") && !blocked,
		);
	const open = todos.map(({ key, content }) => `${key} ${content}`).join("\n");
	if (open === "" || nudged.get(store) === open) return { todos };
	nudged.set(store, open);
	const ids = todos.map(({ id }) => id).join(", ");
	return {
		todos,
		nudge: `Still open on the todo list: ${ids}. Go on with them, or skip those that are not needed any more.`,
	};
}
