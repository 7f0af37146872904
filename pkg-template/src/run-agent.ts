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
	 * Aborted when the run is, when the callback's time is over, and when somebody else settles the todo: pass it on to whatever
	 * takes one.
	 */
	readonly signal: AbortSignal;
	/**
	 * What to append to the conversation, as the list changed since a callback was last told; undefined when nothing is new. It
	 * counts as told once it is read, so a callback that keeps a conversation of its own leaves it to the others.
	 */
	readonly reminder: string | undefined;
}

type StepOf<Do extends RunStep["do"]> = Readonly<Extract<RunStep, { do: Do }>> &
	StepContext;

/** What `plan` receives. */
export interface PlanStep extends StepOf<"plan"> {
	/** The list as it stands, what is done or skipped on it too, of which no reminder speaks once nothing is open. */
	readonly xml: string;
}
/** What `execute` receives. */
export interface ExecuteStep extends StepOf<"execute"> {
	/** Call it before each tool call: it returns how many calls the todo has left, and throws `over_budget` when there are none. */
	readonly toolCalled: () => number;
	/** Whether `toolCalled` would accept a call now. Counts nothing, and never throws. */
	readonly mayCall: () => boolean;
	/**
	 * The tool `require_planning`, with which a model asks for a new plan; give `"continue"` then, unless the todo is done. Once
	 * this execution is over it asks for nothing.
	 */
	readonly tools: readonly AgentTool[];
}
/** What `verify` receives. */
export type VerifyStep = StepOf<"verify">;
/** What `validate` receives. */
export interface ValidateStep extends StepOf<"validate"> {
	/** The list as it stands. */
	readonly xml: string;
}

/** What became of an execution: see `TodoRun.executed()`. */
export type ExecutionResult =
	| ExecutionStatus
	| { readonly status: ExecutionStatus; readonly reason?: string | undefined };
/** Whether a todo is done, and why not. */
export type Verification =
	| boolean
	| { readonly isDone: boolean; readonly reason?: string | undefined };
/** Whether the task is complete, why, and what to do next. */
export interface Validation {
	readonly isComplete: boolean;
	readonly reasoning?: string | undefined;
	readonly suggestions?: readonly string[] | undefined;
}

type MaybePromise<Value> = Value | Promise<Value>;

/** Something that happened in a run. Where a callback threw, `cause` is what it threw. */
export type AgentEvent = RunEvent & { readonly cause?: unknown };

/** The limits of a run. */
export type RunBudgets = Omit<TodoRunOptions, "driver" | "start">;

/** What `runAgent` takes. */
export interface RunAgentOptions {
	/** The list. It stays yours. */
	readonly store: TodoStore;
	/**
	 * Makes a plan: the todos in order. Nothing, where the model wrote it to the list with its tool. What it throws fails the
	 * run.
	 */
	// biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is of this type
	readonly plan: (step: PlanStep) => MaybePromise<readonly string[] | void>;
	/**
	 * Works on a todo. What it throws is a failed todo. (Always a promise: TypeScript would take the `"done"` of an async function
	 * for any string if it might be none.)
	 */
	readonly execute: (step: ExecuteStep) => Promise<ExecutionResult>;
	/** Looks whether a todo is done for which `execute` gave `"unverified"`. What it throws is a no. */
	readonly verify?:
		| ((step: VerifyStep) => MaybePromise<Verification>)
		| undefined;
	/** Looks whether the task is complete. What it throws is never taken for a yes; without it no run ends as complete. */
	readonly validate?:
		| ((step: ValidateStep) => MaybePromise<Validation>)
		| undefined;
	/** Aborts the run. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * How many milliseconds each callback has. One that takes longer counts as having thrown a `TimeoutError`, and what it gives
	 * later counts for nothing. Default `Infinity`: a callback that never ends holds the run until that is aborted.
	 */
	readonly timeout?: number | undefined;
	/** The limits of the run. */
	readonly budgets?: RunBudgets | undefined;
	/** Who takes the next todo. Default `"host"`. */
	readonly driver?: RunDriver | undefined;
	/** How the run begins. Default `"plan"`. */
	readonly start?: RunStart | undefined;
	/**
	 * What `checkpoint()` of a run wrote: the run goes on where that one stood, in the todo that is in progress, with the budgets
	 * that are left of its own. A step that was cut off is asked for again. Without it a run begins.
	 */
	readonly saved?: string | undefined;
	/**
	 * What keeps the list: it keeps the run too, under the name `run`, in the same write. The run begins a step or reports an event only
	 * when everything before it is stored, so no todo is executed again after it was reported as done. The persistence reports what
	 * cannot be stored, and the run goes on.
	 */
	readonly persistence?: Persistence | undefined;
	/**
	 * The conversation whose tools the model has, so that what it does itself is not told back to it; or how much one without
	 * them is told of the list. Default `"changes"`.
	 */
	readonly reminders?: ReminderMode | Conversation | undefined;
	/**
	 * Called at each event of a type, `event` at every event. What they throw is reported as an event listener's error is.
	 */
	readonly on?:
		| ({
				readonly [Type in AgentEvent["type"]]?:
					| ((event: Extract<AgentEvent, { type: Type }>) => void)
					| undefined;
		  } & { readonly event?: ((event: AgentEvent) => void) | undefined })
		| undefined;
}

/** How a run ended. */
export type RunResult =
	| {
			readonly status: "finished";
			readonly isComplete: boolean;
			readonly reasoning: string;
			readonly steps: number;
	  }
	| {
			readonly status: "failed";
			readonly kind: RunFailureKind;
			readonly error: string;
			readonly steps: number;
			readonly cause?: unknown;
	  }
	| {
			readonly status: "aborted";
			readonly steps: number;
			readonly cause?: unknown;
	  };

/** The stores that are running: two runs would take each other's todos. */
const running = new WeakSet<TodoStore>();

/**
 * Runs a task over a store: plan, execute, validate, and plan again with what validation suggests. Begins at once. Await it
 * for how it ended, which never rejects, and iterate over it for its events.
 *
 * Throws `already_running` when the store is, `invalid_argument` for a budget that is unknown or ill-typed, and
 * `invalid_checkpoint` or `newer_checkpoint` for a saved run that cannot be read.
 */
export function runAgent(options: RunAgentOptions): AgentRun {
	return new AgentRun(options);
}

/** A run under way: a promise of how it ends, and an iterable of its events, from the first one on for each who iterates. */
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

	/** Stops the run, in the middle of a callback too: what is in progress goes back to todo, and the list stays. */
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

	/** Where the run stands, as text: see `RunAgentOptions.saved`. */
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
	 * Goes on after an abort, with the budgets that are left. The reminder after it is the whole list. Without a signal the one
	 * before aborts it too, unless that is aborted already.
	 *
	 * Throws `invalid_argument` unless the run was aborted and has come to its end, and `already_running` when another run of the
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

	/** How the run ends. Never rejects. */
	// biome-ignore lint/suspicious/noThenProperty: a run is awaited, as a promise is
	then<A = RunResult, B = never>(
		onFulfilled?: ((result: RunResult) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#result.then(onFulfilled, onRejected);
	}

	/** As of any promise. The run never rejects, so `onRejected` is never called. */
	catch<B = never>(
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<RunResult | B> {
		return this.#result.catch(onRejected);
	}

	/** Calls `onFinally` when the run has ended. Resolves with how it ended. */
	finally(onFinally?: (() => void) | null): Promise<RunResult> {
		return this.#result.finally(onFinally);
	}

	get [Symbol.toStringTag](): string {
		return "AgentRun";
	}

	/** The events, from the first one on, until the run ends. */
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
						"nobody verifies: give runAgent a verify callback",
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

/** The tool `require_planning`, with which a model asks a run for a new plan, saying why. */
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
			`${callback} gave ${result}: see what it is to give`,
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
