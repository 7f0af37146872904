// `TodoRun` as the package exports it.

import {
	TodoRun as CoreRun,
	type TodoRunOptions,
	TodoStore,
} from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";
import { refuse } from "./check.js";

/** A run keeps its store: nobody else may. */
const stores = new WeakMap<CoreRun, TodoStore>();

/**
 * One run of a task over a store: plan, execute, validate, and plan again. A state machine without I/O: `next()` says what to
 * do, the host does it and reports. `runAgent()` drives one with promises.
 *
 * Every run ends: whatever `next()` asks for is a step, and steps are counted.
 */
export class TodoRun extends CoreRun {
	/**
	 * Makes a run that has not begun. A todo that an earlier one left in progress goes back to todo. The store stays yours.
	 *
	 * Throws `invalid_argument` for what is no store and for an option that is unknown or ill-typed.
	 */
	constructor(store: TodoStore, options?: TodoRunOptions);
	constructor(store: TodoStore, options?: TodoRunOptions, saved?: string) {
		if (!(store instanceof TodoStore))
			throw new TodoError(
				"invalid_argument",
				"new TodoRun() takes a TodoStore",
			);
		super(store, options, saved);
		stores.set(this, store);
	}

	/**
	 * Goes on where `checkpoint()` was written, for a store that was read back too: in the todo that is in progress there, with
	 * the budgets that are left. The step that was asked for is asked for again, and counts again.
	 *
	 * Throws `invalid_checkpoint` for a text that is damaged; `newer_checkpoint` for one that a newer version of the package wrote.
	 */
	static fromCheckpoint(store: TodoStore, text: string): TodoRun {
		if (typeof text !== "string")
			refuse("TodoRun.fromCheckpoint(): text", "a string");
		return Reflect.construct(TodoRun, [store, undefined, text]) as TodoRun;
	}
}
