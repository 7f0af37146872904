// The list that the element shows: a store, or what has the same members and works through
// promises.

import type { Todo, TodoStore } from "../../../generated/agent_todos_bg.js";
import type { Follower } from "../../connect/follower.js";

/**
 * The list that the element shows: a store of this context, a follower of another context's list,
 * or what has the same members.
 */
export type TodoSource = TodoStore | TodoList;

/** The methods by which a person changes the list, and those that read more of it. */
export type ListMethod =
	| "addAfterPosition"
	| "addMultiple"
	| "allows"
	| "answer"
	| "approve"
	| "complete"
	| "edit"
	| "history"
	| "letAgent"
	| "markdown"
	| "move"
	| "remove"
	| "reopen"
	| "restoreRevision"
	| "revoke"
	| "skip"
	| "undo"
	| "wait";

/** The methods that change one todo, which is their first argument. */
export type TodoMethod =
	| "answer"
	| "complete"
	| "edit"
	| "remove"
	| "reopen"
	| "skip"
	| "wait";

/** What a list has that nothing changes. */
type StillList = Pick<
	Follower,
	| "todos"
	| "revision"
	| "proposal"
	| "approval"
	| "subscribe"
	| "decisions"
	| "isConnected"
>;

/**
 * The part of a follower that the element uses. An object with these members shows a list that is
 * reached in another way.
 *
 * @example
 * ```ts
 * import type { TodoList } from "agent-todos/element";
 *
 * // All that a title needs of a list.
 * const writeTitle = ({ todos }: Pick<TodoList, "todos">) => `${todos.length} todos`;
 * console.log(writeTitle({ todos: [] })); // → 0 todos
 * ```
 */
export interface TodoList extends StillList, Pick<Follower, ListMethod> {
	/** How much of the list the agent knows, and the run that the buttons start and stop. */
	readonly agent?: Follower["agent"] | undefined;
}

/** A list as the element shows it. A store has no agent of its own. */
export type ShownList = (TodoSource | StillList) & Pick<TodoList, "agent">;

/** Returns whether a list can be changed now: the owner of a follower's list may be gone. */
export const isConnected = (list: ShownList): boolean =>
	!("isConnected" in list) || list.isConnected;

/** Calls a method of a list. A store is changed as the user; a follower has its own author. */
export async function callList<Method extends ListMethod>(
	list: ShownList,
	method: Method,
	...args: Parameters<TodoStore[Method]>
): Promise<ReturnType<TodoStore[Method]>> {
	const person = "as" in list ? list.as("user") : undefined;
	const target: object = person ?? list;
	try {
		const operation = (target as Record<Method, (...args: unknown[]) => never>)[
			method
		];
		return await operation.apply(target, args);
	} finally {
		person?.free();
	}
}

/** Returns a list of todos that nothing changes: of a transcript, a page from a server, a test. */
export const toStillList = (todos: readonly Readonly<Todo>[]): StillList => ({
	isConnected: true,
	todos,
	revision: 0,
	proposal: undefined,
	approval: undefined,
	decisions: () => [],
	subscribe: () => () => {},
});
