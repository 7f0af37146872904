// `TodoRun` as the package exports it, and the tool of a run.

import * as core from "../../generated/agent_todos_bg.js";
import {
	TodoRun as CoreRun,
	type TodoRunOptions,
	type TodoStore,
} from "../../generated/agent_todos_bg.js";
import { refuse } from "../core/check.js";
import { checkStore } from "../core/check-store.js";
import { type AgentTool, makeTool } from "../core/tool.js";

/** Keeps a run's store from being garbage-collected: nothing else may refer to it. */
const stores = new WeakMap<CoreRun, TodoStore>();

/**
 * One run of a task over a store: plan, execute, validate, and plan again. It is a state machine without I/O:
 * `next()` returns what to do, and the host does it and reports the result. `runAgent()` drives one with promises.
 *
 * Every run ends: everything that `next()` asks for is a step, and steps are limited.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type RunEvent, type RunStep, TodoRun, type TodoRunOptions } from "agent-todos/run";
 * import type { PlanReason, RunBriefing, RunFailure, RunStepAction } from "agent-todos/run";
 *
 * const options: TodoRunOptions = { maxSteps: 20, driver: "host" };
 * const run = new TodoRun(new TodoStore(), options);
 * const step: RunStep = run.next();
 * if (step.do === "plan") {
 *   const briefing: RunBriefing = step;
 *   const [reason, failures]: [PlanReason, RunFailure[]] = [briefing.reason, briefing.failures];
 *   console.log(reason, failures); // → start []
 * }
 * run.planned(["Find a kettle"]);
 * const action: RunStepAction = run.next();
 * run.executed("done");
 * const events: RunEvent[] = run.takeEvents();
 * console.log(action.do, events.length); // → execute 4
 * ```
 */
export class TodoRun extends CoreRun {
	/**
	 * Makes a run that has not started. A todo that an earlier run left in progress goes back to todo. The run does
	 * not free the store.
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
	 * Restores a run from the text that `checkpoint()` returned, for a store that was restored as well. It continues
	 * with the todo in progress and what is left of its budgets. The interrupted step is asked for again, and counts
	 * again.
	 *
	 * Throws `invalid_checkpoint` if the text is damaged, and `newer_checkpoint` if a newer version of the package
	 * wrote it.
	 */
	static fromCheckpoint(store: TodoStore, text: string): TodoRun {
		if (typeof text !== "string")
			refuse("TodoRun.fromCheckpoint(): text", "a string");
		return Reflect.construct(TodoRun, [store, undefined, text]) as TodoRun;
	}
}

/**
 * Returns the tool `require_planning`, with which a model asks a run for a new plan and says why. It has no `check`.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { planningTool, TodoRun } from "agent-todos/run";
 *
 * const tool = planningTool(new TodoRun(new TodoStore()));
 * console.log(tool.name, tool.call({ reason: "The shop is closed" }).ok); // → require_planning true
 * ```
 */
export function planningTool(run: TodoRun): Omit<AgentTool, "check"> {
	return makeTool(core.planningToolSpec, (args) =>
		core.callPlanningTool(run, args, false),
	);
}
