// `runAgent`: drives a TodoRun with promises. Whatever a callback does, the run comes to an end that says what happened.

import type {
	ExecutionStatus,
	ReminderMode,
	RunDriver,
	RunEvent,
	RunFailureKind,
	RunStart,
	RunStep,
	TodoRunOptions,
	TodoStore,
} from "../generated/agent_todos_bg.js";
import * as core from "../generated/agent_todos_bg.js";
import { report, TodoError } from "../generated/snippets.js";
import {
	checkFunction,
	checkMethods,
	checkObject,
	checkOptionalFunction,
	checkOptionalSignal,
} from "./check.js";
import { checkStore } from "./check-store.js";
import { Conversation } from "./conversation.js";
import type { Persistence } from "./persist.js";
import { checkedTimeout } from "./timeout.js";
import { TodoRun } from "./todo-run.js";
import { type AgentTool, toolOf } from "./tool.js";

/** What every callback receives besides its step. */
export interface StepContext {
	/**
	 * Aborted when the run is aborted, when the callback's time is over, and when somebody else settles the todo.
	 * Pass it on to every function that accepts a signal.
	 */
	readonly signal: AbortSignal;
	/**
	 * The text to append to the conversation because the list changed since a callback last read this; undefined if
	 * nothing is new. Reading it counts as telling the model, so a callback with a conversation of its own should not
	 * read it.
	 */
	readonly reminder: string | undefined;
}

type StepOf<Do extends RunStep["do"]> = Readonly<Extract<RunStep, { do: Do }>> &
	StepContext;

/** What `plan` receives. */
export interface PlanStep extends StepOf<"plan"> {
	/**
	 * The current list as XML, including what is done or skipped, which no reminder mentions once nothing is open.
	 */
	readonly xml: string;
}
/** What `execute` receives. */
export interface ExecuteStep extends StepOf<"execute"> {
	/**
	 * Call this before each tool call. Returns how many calls the todo has left. Throws `over_budget` if there are
	 * none.
	 */
	readonly toolCalled: () => number;
	/** Returns whether `toolCalled` would accept a call now. Counts nothing and never throws. */
	readonly mayCall: () => boolean;
	/**
	 * The tool `require_planning`, with which a model asks for a new plan. Return `"continue"` then, unless the todo
	 * is done. After this execution is over, the tool has no effect.
	 */
	readonly tools: readonly AgentTool[];
}
/** What `verify` receives. */
export type VerifyStep = StepOf<"verify">;
/** What `validate` receives. */
export interface ValidateStep extends StepOf<"validate"> {
	/** The current list as XML. */
	readonly xml: string;
}

/** The result of an execution: see `TodoRun.executed()`. */
export type ExecutionResult =
	| ExecutionStatus
	| {
			/** What became of the todo. */
			readonly status: ExecutionStatus;
			/** Why, for `"failed"`. */
			readonly reason?: string | undefined;
	  };
/** Whether a todo is done, and why not. */
export type Verification =
	| boolean
	| {
			/** Whether the todo is done. */
			readonly isDone: boolean;
			/** Why not. */
			readonly reason?: string | undefined;
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

/** An event of a run. If a callback threw, `cause` is what it threw. */
export type AgentEvent = RunEvent & {
	/** What a callback threw. */
	readonly cause?: unknown;
};

/** The limits of a run. */
export type RunBudgets = Omit<TodoRunOptions, "driver" | "start">;

/** The options of `runAgent`. */
export interface RunAgentOptions {
	/** The list. The run does not free it. */
	readonly store: TodoStore;
	/**
	 * Returns a plan: the todos, in order. Returns nothing if the model wrote the plan to the list with its tool. If
	 * it throws, the run fails.
	 */
	// biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is of this type
	readonly plan: (step: PlanStep) => MaybePromise<readonly string[] | void>;
	/**
	 * Works on a todo. If it throws, the todo has failed. (It always returns a promise: otherwise TypeScript would
	 * widen the `"done"` of an async function to string.)
	 */
	readonly execute: (step: ExecuteStep) => Promise<ExecutionResult>;
	/**
	 * Checks whether a todo is done for which `execute` returned `"unverified"`. If it throws, the todo is not done.
	 */
	readonly verify?:
		| ((step: VerifyStep) => MaybePromise<Verification>)
		| undefined;
	/**
	 * Checks whether the task is complete. An error never counts as complete; without this callback no run ends as
	 * complete.
	 */
	readonly validate?:
		| ((step: ValidateStep) => MaybePromise<Validation>)
		| undefined;
	/** Aborts the run. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * The most time for each callback, in milliseconds. A callback that takes longer counts as having thrown a
	 * `TimeoutError`, and its later result is ignored. Default `Infinity`: a callback that never settles holds the
	 * run until it is aborted.
	 */
	readonly timeout?: number | undefined;
	/** The limits of the run. */
	readonly budgets?: RunBudgets | undefined;
	/** Who chooses the next todo. Default `"host"`. */
	readonly driver?: RunDriver | undefined;
	/** How the run starts. Default `"plan"`. */
	readonly start?: RunStart | undefined;
	/**
	 * The text that a run's `checkpoint()` returned. The run continues where that one stopped, with the todo that is
	 * in progress and what is left of its budgets. An interrupted step is asked for again. Without it, a new run
	 * starts.
	 */
	readonly saved?: string | undefined;
	/**
	 * The persistence of the list. It then stores the run too, in the same write, under the name `run`. A step
	 * starts, and an event is reported, only after everything before it is stored, so a todo that was reported as
	 * done is never executed again. If something cannot be stored, the persistence reports it and the run continues.
	 */
	readonly persistence?: Persistence | undefined;
	/**
	 * The conversation whose tools the model uses, so that its own changes are not repeated to it. Or, for a model
	 * without such tools, how much of the list the reminders contain. Default `"changes"`.
	 */
	readonly reminders?: ReminderMode | Conversation | undefined;
	/**
	 * Handlers by type of event; `event` is called for every event. An error that a handler throws is reported like
	 * that of an event listener.
	 */
	readonly on?:
		| ({
				readonly [Type in AgentEvent["type"]]?:
					| ((event: Extract<AgentEvent, { type: Type }>) => void)
					| undefined;
		  } & {
				/** Called for every event. */
				readonly event?: ((event: AgentEvent) => void) | undefined;
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

/** The stores that are running: two runs would take each other's todos. */
const running = new WeakSet<TodoStore>();

/**
 * Runs a task over a store: plans, executes, validates, and plans again with what validation suggests. The run
 * starts at once. Await it for its result (it never rejects), and iterate over it for its events.
 *
 * Throws `already_running` if another run of the store is under way, `invalid_argument` if an option is unknown or
 * ill-typed, and `invalid_checkpoint` or `newer_checkpoint` if `saved` cannot be read.
 *
 * @example
 * ```ts
 * import { runAgent, type RunAgentOptions, type RunBudgets, type RunDriver, type RunStart, TodoStore } from "agent-todos";
 * import type { ExecuteStep, ExecutionResult, ExecutionStatus, PlanStep, RunResult } from "agent-todos";
 * import type { StepContext, ValidateStep, Validation, Verification, VerifyStep } from "agent-todos";
 *
 * const store = new TodoStore();
 * const status: ExecutionStatus = "unverified";
 * const budgets: RunBudgets = { maxSteps: 50, maxCallsPerTodo: 10 };
 * const [driver, start]: [RunDriver, RunStart] = ["host", "plan"];
 * const options: RunAgentOptions = {
 *   store,
 *   plan: ({ suggestions }: PlanStep) => ["Find a kettle", ...suggestions],
 *   execute: async ({ todo }: ExecuteStep): Promise<ExecutionResult> => ({ status, reason: todo.content }),
 *   verify: ({ signal }: VerifyStep & StepContext): Verification => !signal.aborted,
 *   validate: ({ xml }: ValidateStep): Validation => ({ isComplete: xml.includes("kettle") }),
 *   budgets,
 *   driver,
 *   start,
 * };
 * const result: RunResult = await runAgent(options);
 * console.log(result.status, store.getXml()); // → finished <todos><todo id="1" status="done">Find a kettle</todo></todos>
 * ```
 */
export function runAgent(options: RunAgentOptions): AgentRun {
	return new AgentRun(options);
}

/**
 * A run under way: a promise of its result, and an iterable of its events. Each iteration starts with the first
 * event.
 *
 * @example
 * ```ts
 * import { type AgentEvent, AgentRun, runAgent, type RunFailureKind, type RunSubject, TodoStore } from "agent-todos";
 *
 * const run: AgentRun = runAgent({ store: new TodoStore(), plan: () => ["Find a kettle"], execute: async () => "done" });
 * const types: AgentEvent["type"][] = [];
 * for await (const event of run) {
 *   types.push(event.type);
 *   if (event.type === "done") console.log(event.todo satisfies RunSubject); // → { id: 1, key: 't1', content: 'Find a kettle' }
 * }
 * const result = await run;
 * const kind: RunFailureKind | undefined = result.status === "failed" ? result.kind : undefined;
 * console.log(types.join(" "), result.status, kind); // → planning planned executing done validating finished finished undefined
 * ```
 */
export class AgentRun implements Promise<RunResult>, AsyncIterable<AgentEvent> {
	readonly #options: RunAgentOptions;
	readonly #run: TodoRun;
	readonly #reminders: Conversation;
	readonly #timeout: number | undefined;
	/** Why the run is to stop, from the moment on at which it is. */
	#abortion: { readonly reason: unknown } | undefined;
	/** Those of all steps, since what a callback left running ends with the run. */
	readonly #controllers = new Set<AbortController>();
	/** That of the callback that is asked now. */
	#asking: AbortController | undefined;
	/** Whether somebody else settled the todo of the step. */
	#isStepOver = false;
	/** Resolves when every event so far has been reported. */
	#telling: Promise<void> = Promise.resolve();
	readonly #result: Promise<RunResult>;
	readonly #events: AgentEvent[];
	/** How many of them the handlers in `on` have heard. */
	#heard: number;
	#wake: Array<() => void> = [];
	#isOver = false;
	#steps = 0;
	/** What the last callback threw. */
	#cause: unknown;

	/** Made by `runAgent` and by `resume`. */
	constructor(
		options: RunAgentOptions,
		resumed?: TodoRun,
		events: AgentEvent[] = [],
	) {
		checkOptions(options);
		const {
			store,
			signal,
			reminders = "changes",
			timeout = Infinity,
		} = options;
		// First of all: making a run puts back what is in progress.
		refuseSecond(store);
		this.#options = options;
		this.#timeout = timeout === Infinity ? undefined : checkedTimeout(timeout);
		this.#run = resumed ?? begun(options);
		this.#events = events;
		this.#heard = events.length;
		this.#reminders =
			reminders instanceof Conversation
				? reminders
				: new Conversation(store, { reminders });
		const abort = () => this.abort(signal?.reason);
		signal?.addEventListener("abort", abort, { once: true });
		options.persistence?.keep({ run: this.#run });
		// Last of all: what was refused before leaves nothing behind.
		running.add(store);
		const unsubscribe = store.subscribe(() => this.#look());
		this.#result = this.#drive(signal).finally(() => {
			unsubscribe();
			signal?.removeEventListener("abort", abort);
			this.#end();
		});
	}

	/** Stops the run, even during a callback. The todo in progress goes back to todo, and the list stays. */
	abort(reason?: unknown): void {
		if (this.#isOver || this.#abortion) return;
		// What an AbortController makes of no reason.
		({ reason } = AbortSignal.abort(reason));
		this.#abortion = { reason };
		this.#asking = undefined;
		try {
			// Before anybody hears of it: Chromium runs microtasks, and so the loop, between the listeners of a signal.
			this.#run.abort();
		} catch {} // The loop tries it again, and ends with what goes wrong then.
		for (const controller of this.#controllers) controller.abort(reason);
		this.#controllers.clear();
		try {
			void this.#tellNews();
		} catch {} // As above.
	}

	/** Returns the state of the run as text: see `RunAgentOptions.saved`. */
	checkpoint(): string {
		return this.#run.checkpoint();
	}

	/** Hears of each change of the list: somebody else may have settled the todo of the step. */
	#look(): void {
		const asking = this.#asking;
		try {
			if (this.#run.refresh()) this.#isStepOver = true;
			// While no callback is asked, the loop tells.
			if (asking) void this.#tellNews();
		} catch {} // The loop says what is wrong.
		if (!asking || !this.#isStepOver) return;
		this.#controllers.delete(asking);
		asking.abort(
			new DOMException("somebody else settled the todo", "AbortError"),
		);
	}

	/**
	 * Continues after an abort, with what is left of the budgets. The next reminder is the whole list. Without
	 * `signal`, the previous signal stays in effect, unless it is aborted. Returns the new run.
	 *
	 * Throws `invalid_argument` unless the run was aborted and has ended, and `already_running` if another run of the
	 * store is under way.
	 */
	resume(signal?: AbortSignal): AgentRun {
		const { signal: before, ...options } = this.#options;
		// Only then is it asked: a run that is under way would take the question for a step.
		if (this.#isOver) refuseSecond(options.store);
		if (!this.#isOver || this.#run.next().do !== "aborted") {
			throw new TodoError(
				"invalid_argument",
				"only a run that was aborted and awaited can be resumed",
			);
		}
		const next = signal ?? (before?.aborted ? undefined : before);
		const resumed = new AgentRun(
			{ ...options, reminders: this.#reminders, ...(next && { signal: next }) },
			this.#run,
			[...this.#events],
		);
		// After what may be refused, and before it takes its first step.
		this.#run.resume();
		this.#reminders.compacted();
		return resumed;
	}

	/** As `Promise.then`. Resolves with the result of the run. Never rejects. */
	// biome-ignore lint/suspicious/noThenProperty: a run is awaited, as a promise is
	then<A = RunResult, B = never>(
		onFulfilled?: ((result: RunResult) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#result.then(onFulfilled, onRejected);
	}

	/** As `Promise.catch`. A run never rejects, so `onRejected` is never called. */
	catch<B = never>(
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<RunResult | B> {
		return this.#result.catch(onRejected);
	}

	/** As `Promise.finally`. Calls `onFinally` when the run has ended, and resolves with its result. */
	finally(onFinally?: (() => void) | null): Promise<RunResult> {
		return this.#result.finally(onFinally);
	}

	/** `"AgentRun"`. */
	get [Symbol.toStringTag](): string {
		return "AgentRun";
	}

	/** Iterates over the events, from the first one until the run ends. */
	async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, void, undefined> {
		for (let next = 0; ; ) {
			const event = this.#events[next];
			if (event !== undefined) {
				next++;
				yield event;
			} else if (this.#isOver) return;
			else await new Promise<void>((resolve) => this.#wake.push(resolve));
		}
	}

	async #drive(signal: AbortSignal | undefined): Promise<RunResult> {
		// Whoever made this run listens before anything happens.
		await undefined;
		if (signal?.aborted) this.abort(signal.reason);
		try {
			for (;;) {
				if (this.#abortion) this.#run.abort();
				this.#isStepOver = false;
				const step = this.#run.next();
				this.#steps = step.step;
				await this.#tellNews();
				switch (step.do) {
					case "plan":
						await this.#plan(step);
						break;
					case "execute":
						await this.#execute(step);
						break;
					case "verify":
						await this.#verify(step);
						break;
					case "validate":
						await this.#validate(step);
						break;
					case "aborted":
						return {
							status: "aborted",
							steps: step.step,
							cause: this.#abortion?.reason,
						};
					case "finished":
						return {
							status: "finished",
							isComplete: step.isComplete,
							reasoning: step.reasoning,
							steps: step.step,
						};
					case "failed":
						return {
							status: "failed",
							kind: step.kind,
							error: step.error,
							steps: step.step,
							...(this.#cause === undefined ? {} : { cause: this.#cause }),
						};
				}
				await this.#tellNews();
			}
		} catch (cause) {
			// The store was freed while it ran.
			const failure = {
				kind: "host_failed",
				error: messageOf(cause),
				cause,
			} as const;
			this.#tell([Object.freeze({ type: "failed", ...failure })]);
			return { status: "failed", steps: this.#steps, ...failure };
		}
	}

	async #plan(step: Extract<RunStep, { do: "plan" }>): Promise<void> {
		await this.#ask(
			{ ...step, xml: this.#options.store.getXml() },
			(told) => this.#options.plan(told),
			(plan) => {
				try {
					this.#run.planned(plan ?? undefined);
				} catch (error) {
					// The run asks for another plan and says why, unless this was none at all.
					if ((error as TodoError).code === "invalid_argument") throw error;
				}
			},
			(reason) => this.#run.fail(reason),
		);
	}

	async #execute(step: Extract<RunStep, { do: "execute" }>): Promise<void> {
		// What an execution left running must not use up the next todo's calls, nor ask for a plan in the middle of it.
		let isOver = false;
		const toolCalled = () => {
			if (isOver)
				throw new TodoError(
					"unexpected_report",
					"the run does not wait for a tool call: this execution is over",
				);
			const left = this.#run.toolCalled();
			void this.#stored();
			return left;
		};
		const mayCall = () => {
			try {
				return !isOver && this.#run.mayCall();
			} catch {
				return false; // The store was freed.
			}
		};
		const planning = toolOf(core.planningToolSpec, (args) =>
			core.callPlanningTool(this.#run, args, isOver),
		);
		await this.#ask(
			{ ...step, toolCalled, mayCall, tools: [planning] },
			(told) => this.#options.execute(told),
			(result) => {
				const { status, reason } = objectOf<
					Exclude<ExecutionResult, string>,
					"status"
				>(result, "status", "execute");
				if (status === "unverified" && !this.#options.verify)
					throw new TodoError(
						"invalid_argument",
						"nobody verifies: pass a verify callback to runAgent",
					);
				this.#run.executed(status, reason ?? undefined);
			},
			(reason) => this.#run.executed("failed", reason),
		);
		isOver = true;
	}

	async #verify(step: Extract<RunStep, { do: "verify" }>): Promise<void> {
		await this.#ask(
			step,
			(told) => this.#options.verify?.(told) ?? false,
			(result) => {
				const { isDone, reason } = objectOf<
					Exclude<Verification, boolean>,
					"isDone"
				>(result, "isDone", "verify");
				this.#run.verified(isDone, reason ?? undefined);
			},
			(reason) => this.#run.verified(false, reason),
		);
	}

	async #validate(step: Extract<RunStep, { do: "validate" }>): Promise<void> {
		const { validate } = this.#options;
		if (!validate) return this.#run.notValidated();
		await this.#ask(
			{ ...step, xml: this.#options.store.getXml() },
			validate,
			(result) => {
				const { isComplete, reasoning, suggestions } = objectOf<
					Validation,
					"isComplete"
				>(result, "isComplete", "validate");
				// Models write null for what there is none of.
				this.#run.validated(
					isComplete,
					reasoning ?? undefined,
					suggestions ?? undefined,
				);
			},
			(reason) => this.#run.validationFailed(reason),
		);
	}

	/**
	 * Has a callback answer a step, or the run aborted, or its time over, whichever comes first; what goes wrong with it is
	 * `failed`.
	 */
	async #ask<Step extends object, Answer>(
		step: Step,
		callback: (step: Step & StepContext) => MaybePromise<Answer>,
		answered: (answer: Answer) => void,
		failed: (reason: string) => void,
	): Promise<void> {
		if (this.#abortion || this.#isStepOver) return;
		this.#cause = undefined;
		const controller = new AbortController();
		this.#controllers.add(controller);
		this.#asking = controller;
		const { signal } = controller;
		const late = () => {
			this.#controllers.delete(controller);
			controller.abort(
				new DOMException(
					`no answer within ${this.#timeout} ms`,
					"TimeoutError",
				),
			);
		};
		const timer =
			this.#timeout === undefined
				? undefined
				: setTimeout(() => late(), this.#timeout); // Written out: it can be no text.
		let stop = () => {};
		const stopped = new Promise<void>((resolve) => (stop = resolve));
		signal.addEventListener("abort", stop);
		try {
			const answer = (async () => callback(this.#told(step, signal)))().then(
				(value) => ({ value }),
			);
			// What comes after that is nobody's any more, and neither is what goes wrong then.
			answer.catch(() => {});
			const first = await Promise.race([answer, stopped]);
			this.#asking = undefined;
			if (first === undefined || signal.aborted) throw signal.reason;
			answered(first.value);
		} catch (error) {
			if (this.#abortion || this.#isStepOver) return;
			this.#cause = error;
			failed(messageOf(error));
		} finally {
			this.#asking = undefined;
			clearTimeout(timer);
			// The signal stays with the run: whatever hangs on this listener must not.
			signal.removeEventListener("abort", stop);
		}
	}

	/** A step with what every callback receives besides. */
	#told<Step extends object>(
		step: Step,
		signal: AbortSignal,
	): Step & StepContext {
		const reminders = this.#reminders;
		let reminder: { readonly text: string | undefined } | undefined;
		return {
			...step,
			signal,
			get reminder() {
				reminder ??= { text: reminders.reminder() };
				return reminder.text;
			},
		};
	}

	/** Resolves when the list and the run are stored, if they are kept. */
	async #stored(): Promise<void> {
		try {
			await this.#options.persistence?.flushed();
		} catch {} // The persistence reports it.
	}

	/** Tells what happened since this was last called: at once, or when it is stored where it is kept. */
	#tellNews(): Promise<void> | undefined {
		const events = this.#run.takeEvents().map((event): AgentEvent => {
			const isFailure =
				(event.type === "skipped" && event.by === "run") ||
				event.type === "unverified" ||
				event.type === "validation_failed" ||
				event.type === "failed";
			// Everybody hears the same one.
			return Object.freeze(
				isFailure && this.#cause !== undefined
					? { ...event, cause: this.#cause }
					: event,
			);
		});
		if (this.#options.persistence === undefined) {
			this.#tell(events);
			return undefined;
		}
		this.#telling = Promise.all([this.#telling, this.#stored()]).then(() =>
			this.#tell(events),
		);
		return this.#telling;
	}

	#tell(events: readonly AgentEvent[]): void {
		this.#events.push(...events);
		// A handler may abort the run, which comes here again: what follows is told first.
		for (;;) {
			const told = this.#events[this.#heard];
			if (told === undefined) break;
			this.#heard++;
			const { on } = this.#options;
			for (const handler of [on?.[told.type], on?.event]) {
				try {
					handler?.(told as never);
				} catch (error) {
					report(error);
				}
			}
		}
		this.#wakeAll();
	}

	#end(): void {
		this.#isOver = true;
		running.delete(this.#options.store);
		this.#wakeAll();
	}

	#wakeAll(): void {
		for (const wake of this.#wake.splice(0)) wake();
	}
}

function checkOptions(options: RunAgentOptions): void {
	checkObject(options, "runAgent(options)");
	const { store, plan, execute, verify, validate, signal, persistence, on } =
		options;
	checkStore(store, "runAgent(): store");
	checkFunction(plan, "runAgent(): plan");
	checkFunction(execute, "runAgent(): execute");
	checkOptionalFunction(verify, "runAgent(): verify");
	checkOptionalFunction(validate, "runAgent(): validate");
	checkOptionalSignal(signal, "runAgent(): signal");
	if (persistence !== undefined)
		checkMethods(persistence, "runAgent(): persistence", "keep", "flushed");
	if (on === undefined) return;
	checkObject(on, "runAgent(): on");
	for (const [type, handler] of Object.entries(on))
		checkOptionalFunction(handler, `runAgent(): on.${type}`);
}

function begun(options: RunAgentOptions): TodoRun {
	const { store, budgets = {}, driver, start, saved } = options;
	if (saved !== undefined) return TodoRun.fromCheckpoint(store, saved);
	checkObject(budgets, "runAgent(): budgets");
	for (const option of ["driver", "start"]) {
		if (option in budgets)
			throw new TodoError(
				"invalid_argument",
				`runAgent(): ${option} is no budget: write it beside \`budgets\``,
			);
	}
	return new TodoRun(store, { ...budgets, driver, start });
}

function refuseSecond(store: TodoStore): void {
	if (running.has(store))
		throw new TodoError(
			"already_running",
			"a run of this store is under way: await it or abort it first",
		);
}

/**
 * Returns the tool `require_planning`, with which a model asks a run for a new plan and says why.
 *
 * @example
 * ```ts
 * import { planningTool, TodoRun, TodoStore } from "agent-todos";
 *
 * const tool = planningTool(new TodoRun(new TodoStore()));
 * console.log(tool.name, tool.call({ reason: "The shop is closed" }).ok); // → require_planning true
 * ```
 */
export function planningTool(run: TodoRun): AgentTool {
	return toolOf(core.planningToolSpec, (args) =>
		core.callPlanningTool(run, args, false),
	);
}

/** What a callback gave as an object: where it is no object, that is the value of one field. */
function objectOf<Given extends object, Field extends keyof Given>(
	result: Given | Given[Field],
	field: Field,
	callback: string,
): Given {
	if (result === undefined || result === null)
		throw new TodoError(
			"invalid_argument",
			`${callback} returned ${result}: see RunAgentOptions.${callback}`,
		);
	return typeof result === "object"
		? (result as Given)
		: ({ [field]: result } as unknown as Given);
}

/** Never throws, whatever was thrown. */
function messageOf(error: unknown): string {
	try {
		const message = String(error instanceof Error ? error.message : error);
		return message === "" ? "no reason given" : message;
	} catch {
		return "what was thrown cannot be read";
	}
}
