// `TodoRun` as the package exports it.

import {
	TodoRun as CoreRun,
	type TodoRunOptions,
	type TodoStore,
} from "../../generated/agent_todos_bg.js";
import { refuse } from "../arguments/check.js";
import { checkStore } from "../tools/check-store.js";

/** Keeps a run's store from being garbage-collected: nothing else may refer to it. */
const stores = new WeakMap<CoreRun, TodoStore>();

/**
 * One run of a task over a store: plan, execute, validate, and plan again. It is a state machine
 * without I/O: `next()` returns what to do, and the host does it and reports the result.
 * `runAgent()` drives one with promises.
 *
 * Every run ends: everything that `next()` asks for is a step, and steps are limited.
 *
 * @example
 * ```ts
 * import { type RunEvent, TodoRun, TodoStore } from "agent-todos";
 *
 * const run = new TodoRun(new TodoStore(), { maxSteps: 20, driver: "host" });
 * const step = run.next();
 * if (step.do === "plan") console.log(step.reason, step.failures); // → start []
 * run.planned(["Find a kettle"]);
 * const next = run.next();
 * run.executed("done");
 * const events: RunEvent[] = run.takeEvents();
 * console.log(next.do, events.length); // → execute 4
 * ```
 */
export class TodoRun extends CoreRun {
	/**
	 * Makes a run that has not started. A todo that an earlier run left in progress goes back to
	 * todo. The run does not free the store.
	 *
	 * Throws `invalid_argument` if `store` is not a `TodoStore` or an option is unknown or ill-typed.
	 */
	constructor(store: TodoStore, options?: TodoRunOptions);
	constructor(store: TodoStore, options?: TodoRunOptions, saved?: string) {
		checkStore(store, "new TodoRun(): store");
		super(store, options, saved);
		stores.set(this, store);
	}

	/**
	 * Restores a run from the text that `checkpoint()` returned, for a store that was restored as
	 * well. It continues with the todo in progress and what is left of its budgets. The interrupted
	 * step is asked for again, and counts again.
	 *
	 * Throws `invalid_checkpoint` if the text is damaged, and `newer_checkpoint` if a newer version
	 * of the package wrote it.
	 */
	static fromCheckpoint(store: TodoStore, text: string): TodoRun {
		if (typeof text !== "string")
			refuse("TodoRun.fromCheckpoint(): text", "a string");
		return Reflect.construct(TodoRun, [store, undefined, text]) as TodoRun;
	}
}
