// `openTodos`: for a host that wants to nudge a model which stops while todos are open.

import type { Todo, TodoStore } from "../generated/agent_todos_bg.js";

/** What a list still holds. */
export interface OpenTodos {
  /** The todos that are neither done nor skipped, and not blocked. */
  todos: ReadonlyArray<Readonly<Todo>>;
  /** What a host may tell the model: there at most once for a list that does not change, and not when nothing is open. */
  nudge?: string;
}

/** The revision at which a store's model was last nudged. */
const nudged = new WeakMap<TodoStore, number>();

/**
 * The todos that are open, and once for each state of the list a nudge to tell the model. Never about todos that are
 * skipped or blocked.
 */
export function openTodos(store: TodoStore): OpenTodos {
  const todos = store.getAll().filter(({ status, blocked }) => (status === "todo" || status === "doing") && !blocked);
  if (todos.length === 0 || nudged.get(store) === store.revision) return { todos };
  nudged.set(store, store.revision);
  const ids = todos.map(({ id }) => id).join(", ");
  return { todos, nudge: `Still open on the todo list: ${ids}. Go on with them, or skip those that are not needed any more.` };
}
