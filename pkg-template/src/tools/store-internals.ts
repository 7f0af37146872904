// What only the package itself calls of a store. The class has these methods, and its published
// type does not.

import type { TodoStore } from "../../generated/agent_todos_bg.js";

/** A question of a list to a person. */
export interface StoreQuestion {
	/** What a todo waits for, whether it is done, or whether the plan is approved. */
	readonly about: "answer" | "confirmed" | "approved";
	/** The keys of the todos that it is about. */
	readonly keys: readonly string[];
	/** The most characters of an answer or a reason. */
	readonly maxLength: number;
}

/** See the methods of `TodoStore` in `src/wasm`. */
export interface StoreInternals {
	isAsShown(revision: number, ref?: number | string): boolean;
	load(text: string): void;
	merge(base: string, text: string): string;
	questions(approval?: boolean): readonly StoreQuestion[];
}

/** Returns the same store, with what only the package calls. */
export const internalsOf = (store: TodoStore): TodoStore & StoreInternals =>
	store as TodoStore & StoreInternals;
