// The methods of the store that followers have, by the same names.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import { isObject } from "../arguments/options.js";

type StoreMethod = {
	[Name in keyof TodoStore]: TodoStore[Name] extends (...args: never) => unknown
		? Name
		: never;
}[keyof TodoStore] &
	string;

/**
 * The methods that a follower does not have: it reads its own copy of the list, has its own author
 * and notes, and does nothing to the list as a whole but what a person may.
 */
type OwnerMethod =
	| "as"
	| "decisions"
	| "forget"
	| "free"
	| "get"
	| "getAll"
	| "getCurrentDoing"
	| "getPending"
	| "isAllDoneOrSkipped"
	| "isCompleted"
	| "readMarkdown"
	| "subscribe";

/** Whether each method writes. A new method of the store does not compile until one list has it. */
const writes = {
	add: true,
	addMultiple: true,
	addAfterPosition: true,
	replaceAll: true,
	edit: true,
	move: true,
	complete: true,
	completeMultiple: true,
	reopen: true,
	propose: true,
	approve: true,
	revoke: true,
	letAgent: true,
	skip: true,
	fail: true,
	wait: true,
	answer: true,
	remove: true,
	markDoing: true,
	getNextTodo: true,
	abort: true,
	heartbeat: true,
	reset: true,
	newTask: true,
	undo: true,
	redo: true,
	restoreRevision: true,
	history: false,
	timeSpent: false,
	getXml: false,
	markdown: false,
	systemReminder: false,
	checkpoint: false,
	allows: false,
} satisfies Record<Exclude<StoreMethod, OwnerMethod>, boolean>;

/** The name of a store method that followers can call. */
export type FollowerMethod = keyof typeof writes;

/**
 * Returns the names. It is a function because a bundler would keep an array that is computed here,
 * even if nobody uses it.
 */
export const listMethods = () => Object.keys(writes) as FollowerMethod[];

/** Returns whether a method changes nothing. */
export const isReader = (method: FollowerMethod): boolean => !writes[method];

/** The methods of the store that a follower has: as in the store, but each returns a promise. */
export type FollowerMethods = {
	readonly [Method in FollowerMethod]: (
		...args: Parameters<TodoStore[Method]>
	) => Promise<ReturnType<TodoStore[Method]>>;
};

/**
 * Returns a todo without its data, which may have 4 kB: a call about the todo needs none. Returns
 * anything else as it is.
 */
function dropData(value: unknown): unknown {
	if (!isObject(value) || !("key" in value)) return value;
	const { data, ...todo } = value;
	return todo;
}

/** Returns an argument of a call with its todos, if it is one or has some, as they are sent. */
const toSent = (argument: unknown): unknown =>
	Array.isArray(argument) ? argument.map(dropData) : dropData(argument);

/** Returns the methods of a follower. `call` carries each of them out by its name. */
export const makeMethods = (
	call: (method: FollowerMethod, ...args: unknown[]) => Promise<unknown>,
): FollowerMethods =>
	Object.fromEntries(
		listMethods().map((method) => [
			method,
			(...args: unknown[]) => call(method, ...args.map(toSent)),
		]),
	) as FollowerMethods;
