// A store and a follower as one shape: the follower's.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import type { Follower } from "../connect/follower.js";

/** The list that the element shows: a store of this context, or a follower of another context's list. */
export type TodoSource = TodoStore | Follower;

/** The part of a follower that the element uses, also made for a store. */
export type List = Pick<
	Follower,
	| "todos"
	| "revision"
	| "proposal"
	| "approval"
	| "subscribe"
	| "call"
	| "decisions"
	| "isConnected"
> &
	Partial<Pick<Follower, "conversation" | "run">>;

/** Returns the list behind a source. Changes to a store are made as `"user"`; a follower has its own author. */
export function toList(source: TodoSource): List {
	if ("todos" in source) return source;
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
