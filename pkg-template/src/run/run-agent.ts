// `runAgent`: drives the loop with promises.

import type { Conversation } from "../tools/conversation.js";
import { Driver } from "./driver.js";
import type { RunAgentOptions, RunEvent, RunResult } from "./options.js";

/**
 * A run under way: a promise of its result, and an iterable of its events.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AgentRun, runAgent, type RunEvent } from "agent-todos/run";
 *
 * const run: AgentRun = runAgent({ store: new TodoStore(), plan: () => ["Find a kettle"], execute: async () => "done" });
 * const types: RunEvent["type"][] = [];
 * for await (const event of run.events) {
 *   types.push(event.type);
 *   if (event.type === "done") console.log(event.todo); // → { id: 1, key: 't1', content: 'Find a kettle' }
 * }
 * const result = await run.result;
 * const kind = result.status === "failed" ? result.kind : undefined;
 * console.log(types.join(" "), result.status, kind); // → planning planned executing done validating finished finished undefined
 * ```
 */
export interface AgentRun extends AsyncDisposable {
	/**
	 * Resolves with how the run ended, whatever the callbacks throw. Rejects with `invalid_argument`
	 * if `execute` returns what it may not, such as nothing or `true`: the todo is then as it was
	 * before.
	 */
	readonly result: Promise<RunResult>;
	/** The conversation of the options: `<agent-todos>` shows how much of the list it knows. */
	readonly conversation: Conversation | undefined;
	/**
	 * The events, until the run ends. Each iteration starts with the first one. After `resume()`,
	 * that is `resumed`.
	 */
	readonly events: AsyncIterable<RunEvent>;
	/**
	 * Approves the plan as the user's, and carries it out. Resolves when it is approved and, with a
	 * persistence, that is stored. `revision` is the one that the person was shown; by default, the
	 * one with which the run asked.
	 *
	 * Rejects with `changed` if anybody but a person has changed the plan since it was shown, or the
	 * history does not have that revision; the run then asks again (event `approving`). Rejects with
	 * `unexpected_report` if no plan waits for an answer. Resolves without effect if all that the
	 * person was shown is approved already.
	 */
	approve(options?: { readonly revision?: number | undefined }): Promise<void>;
	/**
	 * Sends the plan back for a person, and says in their words what should be different. Resolves
	 * when the run plans again and, with a persistence, that is stored.
	 *
	 * Rejects with `unexpected_report` if no plan waits for an answer, and with `invalid_argument` if
	 * `changes` is blank.
	 */
	reject(changes: string): Promise<void>;
	/**
	 * Stops the run, even during a callback. The todo in progress goes back to todo, and the list
	 * stays. The run ends when that is stored, or after half a second if the storage does not answer.
	 */
	abort(reason?: unknown): void;
	/** Aborts the run, and resolves when it has ended. `await using` does the same. */
	stop(): Promise<void>;
	/**
	 * Continues after an abort, with what is left of the budgets. The next reminder is the whole
	 * list. Without `signal`, the previous signal stays in effect, unless it is aborted. Returns the
	 * new run.
	 *
	 * Throws `invalid_argument` unless the run was aborted and has ended, and `already_running` if
	 * another run of the list is under way.
	 */
	resume(signal?: AbortSignal): AgentRun;
	/** Returns the state of the run as text: see `RunAgentOptions.saved`. */
	checkpoint(): string;
}

/**
 * Runs a task over a store: plans, executes, validates, and plans again with what validation
 * suggests. The run starts at once.
 *
 * Throws `already_running` if another run of the list is under way, `invalid_argument` if an option
 * is unknown or ill-typed, and `invalid_checkpoint` or `newer_checkpoint` if `saved` cannot be
 * read.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { runAgent, type RunAgentOptions, type RunResult } from "agent-todos/run";
 * import type { ExecuteStep, ExecutionResult, PlanStep, ValidateStep, Validation, VerifyStep } from "agent-todos/run";
 *
 * const store = new TodoStore();
 * const options: RunAgentOptions = {
 *   store,
 *   plan: ({ suggestions }: PlanStep) => ["Find a kettle", ...suggestions],
 *   execute: async ({ todo }: ExecuteStep): Promise<ExecutionResult> =>
 *     todo.content === "" ? { status: "failed", reason: "nothing to do" } : "unverified",
 *   verify: ({ signal }: VerifyStep) => !signal.aborted,
 *   validate: ({ xml }: ValidateStep): Validation => ({ isComplete: xml.includes("kettle") }),
 *   budgets: { maxSteps: 50, maxCallsPerTodo: 10 },
 *   driver: "host",
 *   start: "plan",
 * };
 * const result: RunResult = await runAgent(options).result;
 * console.log(result.status, store.getXml()); // → finished <todos><todo id="1" status="done">Find a kettle</todo></todos>
 * ```
 */
export function runAgent(options: RunAgentOptions): AgentRun {
	// At run time, data is any value.
	return makeHandle(new Driver(options as RunAgentOptions));
}

function makeHandle(driver: Driver): AgentRun {
	const { result, conversation, events } = driver;
	const stop = async () => {
		driver.abort();
		await result.catch(() => {});
	};
	return {
		result,
		conversation,
		events: { [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() },
		approve: async (options) => driver.approve(options),
		reject: async (changes) => driver.reject(changes),
		abort: (reason) => driver.abort(reason),
		stop,
		resume: (signal) => makeHandle(driver.resume(signal)),
		checkpoint: () => driver.checkpoint(),
		[Symbol.asyncDispose]: stop,
	};
}
