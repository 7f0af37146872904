// The list that the element shows, in one shape: that of a follower.

import type { Todo, TodoStore } from "../../generated/agent_todos_bg.js";
import type { Follower } from "../connect/follower.js";

/** The list that the element shows: a store of this context, a follower of another context's list, or what has the same members. */
export type TodoSource = TodoStore | TodoList;

/**
 * The part of a follower that the element uses. An object with these members shows a list that is reached in another way.
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
export interface TodoList
	extends Pick<
		Follower,
		| "todos"
		| "revision"
		| "proposal"
		| "approval"
		| "subscribe"
		| "call"
		| "decisions"
		| "isConnected"
	> {
	/** How much of the list the agent knows. */
	readonly conversation?: Follower["conversation"] | undefined;
	/** The run that the buttons start and stop. */
	readonly run?: Follower["run"] | undefined;
}

/** Returns the list behind a source. Changes to a store are made as `"user"`; a follower has its own author. */
export function toList(source: TodoSource): TodoList {
	if (!("getAll" in source)) return source;
	return {
		isConnected: true,
		get todos() {
			return source.getAll();
		},
		get revision() {
			return source.revision;
		},
		get proposal() {
			return source.proposal;
		},
		get approval() {
			return source.approval;
		},
		decisions: () => source.decisions(),
		subscribe: source.subscribe,
		async call(method, ...args) {
			const person = source.as("user");
			try {
				const operation = person[method] as (...args: unknown[]) => never;
				return operation.apply(person, args);
			} finally {
				person.free();
			}
		},
	};
}

/** Returns a list of todos that nothing changes: of a transcript, a page from a server, a test. */
export const toStillList = (todos: readonly Readonly<Todo>[]): TodoList => ({
	isConnected: true,
	todos,
	revision: 0,
	proposal: null,
	approval: null,
	decisions: () => [],
	subscribe: () => () => {},
	call: () => Promise.reject(new Error("This list is read-only")),
});
