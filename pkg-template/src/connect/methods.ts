// The methods of the store that followers have, by the same names.

import type { TodoStore } from "../core/todo-store.js";

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
	"restoreRevision",
] as const;

/** The name of a store method that followers can call. */
export type FollowerMethod = (typeof writers | typeof readers)[number];

/** Returns the names. A function, as a bundler would keep a list that is put together here, also where nobody uses it. */
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

/** Returns the methods of a follower. `call` carries each of them out by its name. */
export const makeMethods = (
	call: (method: FollowerMethod, ...args: never) => Promise<unknown>,
): FollowerMethods<unknown> =>
	Object.fromEntries(
		listMethods().map((method) => [
			method,
			(...args: never) => call(method, ...args),
		]),
	) as FollowerMethods<unknown>;
