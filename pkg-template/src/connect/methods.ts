// The methods of the store that followers have, by the same names.

import { isObject } from "../arguments/options.js";
import type { TodoStore } from "../tools/todo-store.js";

const readers = [
	"history",
	"timeSpent",
	"getXml",
	"markdown",
	"systemReminder",
	"checkpoint",
	"allows",
] as const;

const writers = [
	"add",
	"addMultiple",
	"addAfterPosition",
	"replaceAll",
	"edit",
	"move",
	"complete",
	"completeMultiple",
	"reopen",
	"propose",
	"approve",
	"revoke",
	"skip",
	"fail",
	"wait",
	"answer",
	"remove",
	"goBack",
	"markDoing",
	"getNextTodo",
	"abort",
	"reset",
	"newTask",
	"undo",
	"redo",
	"restoreRevision",
] as const;

/** The name of a store method that followers can call. */
export type FollowerMethod = (typeof writers | typeof readers)[number];

/**
 * Returns the names. It is a function because a bundler would keep an array that is computed here,
 * even if nobody uses it.
 */
export const listMethods = (): FollowerMethod[] => [...writers, ...readers];

/** Returns whether a method changes nothing. */
export const isReader = (method: FollowerMethod): boolean =>
	readers.some((reader) => reader === method);

/** The methods of the store that a follower has: as in the store, but each returns a promise. */
export type FollowerMethods<Data> = {
	readonly [Method in FollowerMethod]: (
		...args: Parameters<TodoStore<Data>[Method]>
	) => Promise<ReturnType<TodoStore<Data>[Method]>>;
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
): FollowerMethods<unknown> =>
	Object.fromEntries(
		listMethods().map((method) => [
			method,
			(...args: unknown[]) => call(method, ...args.map(toSent)),
		]),
	) as FollowerMethods<unknown>;
