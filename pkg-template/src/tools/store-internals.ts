// What only the package itself calls of a store. The class has these methods, and its published
// type does not.

import type { Decision, TodoStore } from "../../generated/agent_todos_bg.js";

/** A question of a list to a person: see `TodoStore::questions_json` in `src/change`. */
export interface StoreQuestion {
	/**
	 * What a todo waits for, whether a todo is done, whether the agent may change what the person
	 * decided, or whether the plan is approved.
	 */
	readonly about: "answer" | "confirmed" | "let" | "approved";
	/** The key of the todo that it is about. The plan has none. */
	readonly key?: string;
	/** Of `let`: what the person decided. */
	readonly aspect?: Decision["aspect"];
	/** The most characters of an answer or a reason. */
	readonly maxLength: number;
	/** The question itself, with the text of what it is about. */
	readonly message: string;
	/** The answers to choose from, one per line. */
	readonly options?: string;
}

/** See the methods of `TodoStore` in `src/wasm`. */
export interface StoreInternals {
	isAsShown(revision: number, ref?: number | string): boolean;
	load(text: string): void;
	merge(base: string, text: string): string;
	questions(): readonly StoreQuestion[];
}

/** Returns the same store, with what only the package calls. */
export const internalsOf = (store: TodoStore): TodoStore & StoreInternals =>
	store as TodoStore & StoreInternals;
