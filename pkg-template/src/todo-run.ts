// `TodoRun` as the package exports it.

import {
	TodoRun as CoreRun,
	type TodoRunOptions,
	TodoStore,
} from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";

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
	constructor(store: TodoStore, options?: TodoRunOptions) {
		if (!(store instanceof TodoStore))
			throw new TodoError(
				"invalid_argument",
				"new TodoRun() takes a TodoStore",
			);
		super(store, options);
		stores.set(this, store);
	}
}
