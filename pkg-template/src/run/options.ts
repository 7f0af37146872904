// The options of `runAgent`, the steps that its callbacks receive, and its result.

import {
	type RunEvent as CoreEvent,
	type ExecutionStatus,
	type RunDriver,
	type RunFailure,
	type RunFailureKind,
	type RunStart,
	type RunStep,
	type Todo,
	TodoRun,
	type TodoRunOptions,
	type TodoStore,
} from "../../generated/agent_todos_bg.js";
import { readOptions, refuse } from "../arguments/check.js";
import {
	type Expectation,
	expectAnything,
	expectFunction,
	expectMethods,
	expectObject,
	expectSignal,
	type OptionTable,
} from "../arguments/options.js";
import { expectTimeout } from "../arguments/timing.js";
import type { Persistence } from "../persist/options.js";
import { expectStore } from "../tools/check-store.js";
import {
	type Conversation,
	expectConversation,
} from "../tools/conversation.js";
import type { AgentTool } from "../tools/tool.js";

/** What every callback receives besides its step. */
export interface StepContext {
	/**
	 * Aborted when the run is aborted, when the callback's time is over, and when somebody else
	 * settles the todo. Pass it on to every function that accepts a signal.
	 */
	readonly signal: AbortSignal;
	/**
	 * Returns the text to append to the messages because the list changed since a callback last
	 * called this; undefined if nothing is new. The model then counts as having read it, so a
	 * callback with its own conversation should not call it.
	 */
	reminder(): string | undefined;
}

type StepWithContext<Do extends RunStep["do"]> = Readonly<
	Extract<RunStep, { do: Do }>
> &
	StepContext;

/** What `plan` receives. */
export interface PlanStep extends StepWithContext<"plan"> {
	/**
	 * The current list as XML, including what is done or skipped, also when nothing is open.
	 */
	readonly xml: string;
}
/** What `approve` receives. */
export interface ApproveStep extends StepWithContext<"approve"> {}
/** What `execute` receives. */
export interface ExecuteStep extends StepWithContext<"execute"> {
	/** The todo. */
	readonly todo: Readonly<Todo>;
	/**
	 * Call this before each tool call. Returns how many calls the todo has left. Throws `over_budget`
	 * if there are none. `promptWithTools`, and `reportingTools` of the adapters, call it for your
	 * tools if they have the run's `conversation`.
	 */
	readonly toolCalled: () => number;
	/** Returns whether `toolCalled` would accept a call now. Counts nothing and never throws. */
	readonly mayCall: () => boolean;
	/**
	 * The tool `require_planning`, with which a model asks for a new plan. Return `"continue"` then,
	 * unless the todo is done. After this execution is over, the tool has no effect.
	 */
	readonly tools: ReadonlyArray<Omit<AgentTool, "check">>;
}
/** What `verify` receives. */
export interface VerifyStep extends StepWithContext<"verify"> {
	/** The todo. */
	readonly todo: Readonly<Todo>;
}
/** What `validate` receives. */
export interface ValidateStep extends StepWithContext<"validate"> {
	/** The current list as XML. */
	readonly xml: string;
}

/**
 * What became of a todo. A detail that belongs to another status is refused. A text that is too
 * long is cut, and ends with "…".
 */
export type ExecutionResult =
	| ExecutionStatus
	| {
			/** What became of the todo. */
			readonly status: ExecutionStatus;
			/** Why, for `"failed"`. */
			readonly reason?: string | undefined;
			/** What shows that it is done, for `"done"`: `todo.evidence` for the one who confirms it. */
			readonly evidence?: string | undefined;
			/**
			 * Whom or what the todo waits for, with `"waiting"`. Default `"user"`. The time counts
			 * against no limit.
			 */
			readonly for?: "user" | "event" | undefined;
			/**
			 * What the person is asked, with `"waiting"`. What they say is `todo.answer` of the next
			 * execution.
			 */
			readonly question?: string | undefined;
			/** The answers to choose from, with `"waiting"`: at most 6, of 80 characters. */
			readonly options?: readonly string[] | undefined;
	  };
/** Whether the task is complete, why, and what to do next. */
export interface Validation {
	/** Whether the task is complete. */
	readonly isComplete: boolean;
	/** Why, or why not. */
	readonly reasoning?: string | undefined;
	/** Todos for the next plan. */
	readonly suggestions?: readonly string[] | undefined;
}

type MaybePromise<Value> = Value | Promise<Value>;

/**
 * An event of a run, with the type:
 *
 * - `planning`: a plan is requested, for a `reason`
 * - `planned`: the plan is on the list, with its number of `todos`; `archived` are settled todos
 *   that left the list to make room
 * - `approving`: a person is asked for the plan, or for what is new
 * - `approved`: a person approved it
 * - `rejected`: a person wants these `changes` in it, or none of it if that is empty
 * - `executing`: a todo is started
 * - `done`, `skipped`: a todo was settled, by whom (`by`) and, if skipped, the `reason`
 * - `claimed`: a todo was said to be done, and waits to be confirmed
 * - `waiting`: the run waits until one of these `todos` is confirmed or answered; nothing else is
 *   open, or the model said that the task is done
 * - `verifying`: the verification of a todo is requested
 * - `unverified`: a verification found that the todo is not done, with the `reason`
 * - `plan_requested`: the model asks for a new plan, with the `reason`
 * - `claimed_done`: the model says that the task is done while todos are `open`
 * - `validating`: a validation is requested
 * - `validated`: a validation was reported
 * - `validation_failed`: a validation failed itself, with the `reason`
 * - `stuck`: the same step came too many `times` without progress
 * - `aborted`, `resumed`: the run was stopped or continued
 * - `finished`: the run ended, with whether the task `isComplete`
 * - `failed`: the run failed, with the `kind` and the `error`
 *
 * If a callback threw, `cause` is what it threw.
 */
export type RunEvent = CoreEvent & {
	/** What a callback threw. */
	readonly cause?: unknown;
};

/** The options of `runAgent`. */
export interface RunAgentOptions {
	/** The list. The run does not free it. */
	readonly store: TodoStore;
	/**
	 * The name of the run, 1 to 64 characters. Runs with different names may work on one list at the
	 * same time, each on its own todos: those that it planned or took up. Its plan replaces none of
	 * another owner's.
	 */
	readonly name?: string | undefined;
	/**
	 * Returns a plan: the todos, in order, or the text of a model that wrote them as lines, which are
	 * read without their numbers. Returns nothing if the model wrote the plan to the list with its
	 * tool. If it throws, the run fails.
	 */
	readonly plan: (
		step: PlanStep,
		// biome-ignore lint/suspicious/noConfusingVoidType: the type of no return value
	) => MaybePromise<readonly string[] | string | void>;
	/**
	 * Executes only what a person approved or added. With `"person"`, each plan that has something
	 * else waits until a person answers it: `approve()` or `reject(changes)` of the run, as the
	 * buttons of `<agent-todos>` call them, or `approve()` of the list. A function asks by itself,
	 * and returns the answer. `true` goes on, and `step.todos` are approved as the user's; it is
	 * called again if anybody but a person changed them meanwhile. `{ reject: "cheaper please" }`
	 * plans again, and the step of `plan` has the text as `changes`. `false` takes the plan back,
	 * so that the list is as it was but for what a person changed, and aborts the run. If the
	 * function throws, the run fails. Its signal is aborted when `approve()` or `reject()` answers
	 * for it.
	 *
	 * What a model adds later, and a text or a description that anybody but a person changes, is
	 * asked about together, once nothing approved is left to do.
	 *
	 * The wait takes no step of the limits, and no `timeout` counts. Without this option, every plan
	 * is executed.
	 */
	readonly approve?:
		| "person"
		| ((step: ApproveStep) => MaybePromise<
				| boolean
				| {
						/** What the next plan is to do otherwise. */
						readonly reject: string;
				  }
		  >)
		| undefined;
	/**
	 * Works on a todo. If it throws, the todo has failed. If it returns anything but an
	 * `ExecutionResult`, or `"done"` where the model drives, the run ends and `result` rejects. (It
	 * always returns a promise: otherwise TypeScript would widen the `"done"` of an async function to
	 * string.)
	 */
	readonly execute: (step: ExecuteStep) => Promise<ExecutionResult>;
	/**
	 * Checks whether a todo is done for which `execute` returned `"unverified"`, or that has to be
	 * confirmed, which it then is as the host's. If it throws, the todo is not done. Without this
	 * callback, the run goes on with what is open, and waits where nothing is left but todos to
	 * confirm, and those that wait.
	 */
	readonly verify?:
		| ((step: VerifyStep) => MaybePromise<
				| boolean
				| {
						/** Whether the todo is done. */
						readonly isDone: boolean;
						/** Why not. */
						readonly reason?: string | undefined;
				  }
		  >)
		| undefined;
	/**
	 * Checks whether the task is complete. An error never counts as complete; without this callback
	 * no run ends as complete.
	 */
	readonly validate?:
		| ((step: ValidateStep) => MaybePromise<Validation>)
		| undefined;
	/** Aborts the run. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * The most time for each callback, in milliseconds. A callback that takes longer counts as having
	 * thrown a `TimeoutError`, and its later result is ignored. Default `Infinity`: a callback that
	 * never settles holds the run until it is aborted.
	 */
	readonly timeout?: number | undefined;
	/** The limits of the run. By default, each has its own. */
	readonly budgets?:
		| Omit<TodoRunOptions, "driver" | "start" | "approve" | "verify">
		| undefined;
	/** Who chooses the next todo. Default `"host"`. */
	readonly driver?: RunDriver | undefined;
	/** How the run starts. Default `"plan"`. */
	readonly start?: RunStart | undefined;
	/**
	 * The text that a run's `checkpoint()` returned. The run continues where that one stopped, with
	 * the todo that is in progress and what is left of its budgets. An interrupted step is asked for
	 * again. Without it, a new run starts.
	 */
	readonly saved?: string | undefined;
	/**
	 * The persistence of the list. It then stores the run too, in the same write, under the name
	 * `run`, or `run NAME` if the run has a name. A step starts, and an event is reported, only after
	 * everything before it is stored, so a todo that was reported as done is never executed again. If
	 * something cannot be stored, the persistence reports it and the run continues. If the list was
	 * deleted, the run is aborted, with the `StorageError` `deleted` as the `cause`.
	 */
	readonly persistence?: Persistence | undefined;
	/**
	 * The conversation whose tools the model uses, so that its own changes are not repeated to it. It
	 * has to be one of `store`. Default: one of the run's own, under its name.
	 */
	readonly conversation?: Conversation | undefined;
	/**
	 * Handlers by type of event; `event` is called for every event. An error that a handler throws is
	 * reported like that of an event listener. Default: none.
	 */
	readonly on?:
		| ({
				readonly [Type in RunEvent["type"]]?:
					| ((event: Extract<RunEvent, { type: Type }>) => void)
					| undefined;
		  } & {
				/** Called for every event. */
				readonly event?: ((event: RunEvent) => void) | undefined;
		  })
		| undefined;
}

/** How a run ended. */
export type RunResult =
	| {
			/** The run came to its end. */
			readonly status: "finished";
			/** Whether validation found the task complete. */
			readonly isComplete: boolean;
			/** What validation said; `""` without validation. */
			readonly reasoning: string;
			/** The todos that failed: those on the list, and those of this run that have left it. */
			readonly failures: readonly RunFailure[];
			/** The number of steps taken. */
			readonly steps: number;
	  }
	| {
			/** The run could not go on. */
			readonly status: "failed";
			/** The kind of failure. */
			readonly kind: RunFailureKind;
			/** The message. */
			readonly error: string;
			/** The number of steps taken. */
			readonly steps: number;
			/** What the last callback threw, if it did. */
			readonly cause?: unknown;
	  }
	| {
			/** The run was aborted. */
			readonly status: "aborted";
			/** The number of steps taken. */
			readonly steps: number;
			/** The reason given to `abort()` or the signal. */
			readonly cause?: unknown;
	  };

/**
 * @internal Returns the todos that failed, each with the reason: those that are no longer on the
 * list, by the events of the run, then those that are.
 */
export const listFailures = (
	store: TodoStore,
	events: readonly RunEvent[],
): RunFailure[] => [
	...events.flatMap((event) =>
		event.type === "skipped" && event.failed && !store.get(event.todo.key)
			? [{ content: event.todo.content, reason: event.reason }]
			: [],
	),
	...store
		.getAll()
		.flatMap(({ content, failed, reason = "" }) =>
			failed ? [{ content, reason }] : [],
		),
];

/** @internal The options as they are read. */
export type ReadRunOptions = ReturnType<typeof readRunOptions>;

/**
 * @internal Throws `invalid_argument` for an option that is unknown or ill-typed; the core checks
 * the limits.
 */
export function readRunOptions(options: RunAgentOptions) {
	const read = readOptions(options, "runAgent()", {
		store: expectStore,
		name: [expectAnything],
		plan: expectFunction,
		approve: [expectApprove],
		execute: expectFunction,
		verify: [expectFunction],
		validate: [expectFunction],
		signal: [expectSignal],
		timeout: [expectTimeout, Infinity],
		budgets: [expectObject, {}],
		driver: [expectAnything],
		start: [expectAnything],
		saved: [expectAnything],
		persistence: [expectMethods("keep", "flushed")],
		conversation: [expectConversation],
		on: [expectObject, {}],
	});
	const persistence = read.persistence as { readonly _store?: TodoStore };
	const stores = {
		conversation: read.conversation?.store,
		persistence: persistence?._store,
	};
	// The handles of a list share its array.
	for (const [name, store] of Object.entries(stores))
		if (store && store.todos !== read.store.todos)
			refuse(`runAgent(): ${name}`, "one of the run's store");
	readOptions(read.on, "runAgent(): on", handlerTable);
	// The core checks what they are.
	readOptions(read.budgets, "runAgent(): budgets", {
		maxSteps: [expectAnything],
		maxCallsPerTodo: [expectAnything],
		stuckAfter: [expectAnything],
		maxRepeats: [expectAnything],
	});
	return read;
}

const handler = [expectFunction] as const;

const handlerTable = {
	event: handler,
	planning: handler,
	planned: handler,
	approving: handler,
	approved: handler,
	rejected: handler,
	executing: handler,
	done: handler,
	skipped: handler,
	claimed: handler,
	waiting: handler,
	verifying: handler,
	unverified: handler,
	plan_requested: handler,
	claimed_done: handler,
	validating: handler,
	validated: handler,
	validation_failed: handler,
	stuck: handler,
	aborted: handler,
	resumed: handler,
	finished: handler,
	failed: handler,
} as const satisfies OptionTable<NonNullable<RunAgentOptions["on"]>>;

const expectApprove: Expectation = (value) =>
	value !== "person" && typeof value !== "function" && 'a function or "person"';

/**
 * @internal Makes the run, or restores it from its saved text. `store` is a handle with the run's
 * name.
 */
export function beginRun(store: TodoStore, options: ReadRunOptions): TodoRun {
	const { budgets, driver, start, saved } = options;
	if (saved !== undefined) {
		if (typeof saved !== "string") refuse("runAgent(): saved", "a string");
		return new TodoRun(store, undefined, saved);
	}
	const approve = options.approve !== undefined;
	const verify = options.verify !== undefined;
	return new TodoRun(store, { ...budgets, driver, start, approve, verify });
}
