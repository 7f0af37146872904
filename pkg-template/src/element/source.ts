// A store and a follower as one shape: the follower's.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import type { Follower } from "../connect/follower.js";

/** What the element shows: the list of this context, or one that another context owns. */
export type TodoSource = TodoStore | Follower;

/** What a follower has, and what is made of a store. */
export type List = Pick<
	Follower,
	"todos" | "revision" | "subscribe" | "call" | "isConnected"
>;

/** Changes go through it as the person's: a follower has its author of its own. */
export function listOf(source: TodoSource): List {
	if ("todos" in source) return source;
	return {
		isConnected: true,
		get todos() {
			return source.getAll();
		},
		get revision() {
			return source.revision;
		},
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
