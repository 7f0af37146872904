// The loop of `runAgent`: asks the state machine of the core what to do, has a callback do it, and
// reports the result. Whatever a callback does, the run ends with a result that says what happened.

import type {
	RunStep,
	TodoRun,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import * as core from "../../generated/agent_todos_bg.js";
import { TodoError } from "../../generated/snippets.js";
import { requirePlanning } from "../../generated/texts.js";
import { invalid, readOptions } from "../arguments/check.js";
import {
	copyOwn,
	type Expectation,
	expectAnything,
	expectOneOf,
	expectText,
	expectTexts,
	isObject,
	type OptionTable,
	type ReadOptions,
} from "../arguments/options.js";
import { getErrorCode, getErrorMessage } from "../arguments/thrown.js";
import { Conversation } from "../tools/conversation.js";
import { countCalls } from "../tools/step-calls.js";
import { makeTool } from "../tools/tool.js";
import { RunCallbacks } from "./callbacks.js";
import { RunEvents } from "./events.js";
import type {
	ExecutionResult,
	ReadRunOptions,
	RunAgentOptions,
	RunEvent,
	RunResult,
	StepContext,
} from "./options.js";
import { beginRun, listFailures, readRunOptions } from "./options.js";

/** How long an aborted run waits for a storage before it ends without it, in milliseconds. */
const abortGraceMs = 500;

/** How often a run with a name says that it is alive, in milliseconds. */
const heartbeatMs = 5_000;

type StepOf<Do extends RunStep["do"]> = Extract<RunStep, { do: Do }>;

/** Uses the list under the name of the run. */
function actUnderName<Result>(
	{ store, name }: RunAgentOptions,
	use: (named: TodoStore) => Result,
): Result {
	const named = store.as("agent", name);
	try {
		return use(named);
	} finally {
		named.free();
	}
}

/** A run under way. */
export class Driver {
	readonly result: Promise<RunResult>;
	readonly events: RunEvents;
	readonly #options: ReadRunOptions;
	readonly #run: TodoRun;
	readonly #conversation: Conversation;
	readonly #callbacks: RunCallbacks;
	/** Reserves the list for this run until it is freed. */
	readonly #reservation: core.Running;
	/** Resolves when an aborted run stops waiting for its storage. */
	readonly #graceOver: Promise<void>;
	#endGrace = () => {};
	#graceTimer: ReturnType<typeof setTimeout> | undefined;
	/** The reason for the abort, once the run was aborted. */
	#abortion: { readonly reason: unknown } | undefined;
	/** The error that says that the list was deleted, once it was. */
	#deletion: { readonly error: unknown } | undefined;
	/** Whether somebody else settled what the step is about. */
	#isStepOver = false;
	/** Ends the wait for a person. */
	#wake = () => {};
	#isOver = false;
	/** The current step. */
	#step: Pick<RunStep, "do" | "step"> = { do: "wait", step: 0 };
	/** What the last callback threw. */
	#cause: unknown;

	/** The conversation of the options. */
	get conversation(): Conversation | undefined {
		return this.#options.conversation;
	}

	/** Throws as `runAgent` does. With `resumed`, the run and the events so far are those. */
	constructor(
		options: RunAgentOptions,
		resumed?: { readonly run: TodoRun; readonly events: RunEvents },
	) {
		this.#options = readRunOptions(options);
		const { store, signal, timeout, persistence, on } = this.#options;
		this.#callbacks = new RunCallbacks(timeout);
		this.events = new RunEvents(on, resumed?.events.all ?? []);
		this.#graceOver = new Promise((resolve) => (this.#endGrace = resolve));
		// Before the run is made, as that sets todos in progress back.
		this.#reservation = actUnderName(
			this.#options,
			(named) => new core.Running(named),
		);
		try {
			this.#run =
				resumed?.run ??
				actUnderName(this.#options, (named) => beginRun(named, this.#options));
			const { name } = this.#options;
			this.#conversation =
				this.conversation ??
				new Conversation(store, name === undefined ? {} : { name });
			const savedName = name === undefined ? "run" : `run ${name}`;
			persistence?.keep({ [savedName]: this.#run });
		} catch (error) {
			this.#reservation.free();
			throw error;
		}
		const abort = () => this.abort(signal?.reason);
		signal?.addEventListener("abort", abort, { once: true });
		const unsubscribe = store.subscribe(() => this.#refresh());
		const heartbeat = this.#startHeartbeat();
		this.result = this.#drive(signal).finally(() => {
			unsubscribe();
			signal?.removeEventListener("abort", abort);
			clearTimeout(this.#graceTimer);
			clearInterval(heartbeat);
			this.#isOver = true;
			this.#reservation.free();
			this.events.end();
		});
	}

	/** See `AgentRun.abort`. */
	abort(reason?: unknown): void {
		if (this.#isOver || this.#abortion) return;
		// Without a reason, that of an AbortController.
		({ reason } = AbortSignal.abort(reason));
		this.#abortion = { reason };
		// A closure, as linters of extensions take any other argument for code as text.
		this.#graceTimer = setTimeout(() => this.#endGrace(), abortGraceMs);
		try {
			// Before any listener: Chromium runs microtasks, and so the loop, between the listeners of a
			// signal.
			this.#run.abort();
		} catch {} // The loop tries again, and ends with the error.
		this.#callbacks.abortAll(reason);
		this.#wake();
		try {
			void this.#report();
		} catch {} // As above.
	}

	/** See `AgentRun.checkpoint`. */
	checkpoint(): string {
		return this.#run.checkpoint();
	}

	/** See `AgentRun.resume`. */
	resume(signal: AbortSignal | undefined): Driver {
		const { signal: before, ...options } = this.#options;
		// Before `next()`, which would be a step of a run that is under way.
		if (this.#isOver)
			actUnderName(options, (named) => new core.Running(named).free());
		if (!this.#isOver || this.#run.next().do !== "aborted") {
			throw invalid("only a run that was aborted and has ended can be resumed");
		}
		const next = signal ?? (before?.aborted ? undefined : before);
		const resumed = new Driver(
			{
				...options,
				conversation: this.#conversation,
				...(next && { signal: next }),
			},
			{ run: this.#run, events: this.events },
		);
		// After everything that may throw, and before its first step.
		this.#run.resume();
		this.#conversation.compacted();
		return resumed;
	}

	/**
	 * Checks after each change of the list whether somebody else has settled the todo of the step.
	 */
	#refresh(): void {
		this.#wake();
		const { isAsking } = this.#callbacks;
		try {
			if (this.#run.refresh()) this.#isStepOver = true;
			// Between two callbacks, the loop reports.
			if (isAsking) void this.#report();
		} catch {} // The loop reports the error.
		if (isAsking && this.#isStepOver)
			this.#endStep("somebody else settled the todo");
	}

	/**
	 * Keeps the lease of the run's todos during a long callback. A run without a name owns none.
	 */
	#startHeartbeat(): ReturnType<typeof setInterval> | undefined {
		if (this.#options.name === undefined) return undefined;
		const timer = setInterval(() => {
			try {
				actUnderName(this.#options, (named) => named.heartbeat());
			} catch {} // The loop reports that the store was freed.
		}, heartbeatMs);
		(timer as { unref?(): void }).unref?.();
		return timer;
	}

	async #drive(signal: AbortSignal | undefined): Promise<RunResult> {
		// The caller can add listeners before anything happens.
		await undefined;
		if (signal?.aborted) this.abort(signal.reason);
		try {
			for (;;) {
				if (this.#abortion) this.#run.abort();
				this.#isStepOver = false;
				const step = this.#run.next();
				this.#step = step;
				await this.#report();
				switch (step.do) {
					case "plan":
						await this.#plan(step);
						break;
					case "approve":
						await this.#approve(step);
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
					case "wait":
						await this.#wait();
						break;
					case "aborted":
						return {
							status: "aborted",
							steps: step.step,
							cause: this.#abortion?.reason,
						};
					case "finished":
						if (this.#deletion)
							return {
								status: "aborted",
								steps: step.step,
								cause: this.#deletion.error,
							};
						return {
							status: "finished",
							isComplete: step.isComplete,
							reasoning: step.reasoning,
							failures: listFailures(this.#options.store, this.events.all),
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
				await this.#report();
			}
		} catch (cause) {
			if (programErrors.has(cause)) {
				this.#run.abort();
				await this.#report();
				throw cause;
			}
			// The store was freed while it ran.
			const failure = {
				kind: "host_failed",
				error: getErrorMessage(cause),
				cause,
			} as const;
			this.events.add(
				[Object.freeze({ type: "failed", ...failure })],
				undefined,
			);
			return { status: "failed", steps: this.#step.step, ...failure };
		}
	}

	/** Resolves at the next change of the list, or when the run is aborted. */
	async #wait(): Promise<void> {
		// The list may have changed before this listened.
		if (this.#abortion || this.#run.next().do !== "wait") return;
		await new Promise<void>((resolve) => (this.#wake = resolve));
	}

	async #plan(step: StepOf<"plan">): Promise<void> {
		await this.#ask(
			{ ...step, xml: this.#options.store.getXml() },
			(context) => this.#options.plan(context),
			(plan) => {
				try {
					this.#run.planned(plan ?? undefined);
				} catch (error) {
					// The run asks for another plan and says why, unless this was not a plan at all.
					if ((error as TodoError).code === "invalid_argument") throw error;
				}
			},
			(reason) => this.#run.fail(reason),
		);
	}

	/** See `AgentRun.approve`. */
	approve(
		options: { readonly revision?: number | undefined } = {},
	): Promise<void> {
		const { revision } = readOptions(options, "run.approve()", {
			revision: [expectAnything],
		});
		return this.#answerPlan(() => this.#run.approved(revision));
	}

	/** See `AgentRun.reject`. */
	reject(changes: string): Promise<void> {
		return this.#answerPlan(() => this.#run.rejected(changes));
	}

	/** Reports what a person says to the plan, which ends the step that asks for it. */
	async #answerPlan(answer: () => void): Promise<void> {
		// A run that was made or resumed in this task asks for its first step before this goes on.
		await undefined;
		try {
			answer();
		} catch (error) {
			// The plan is another one: the run asks again.
			if (getErrorCode(error) === "changed")
				this.#endStep("the plan has changed");
			throw error;
		}
		// If everything was approved before, the current step is another one.
		if (this.#step.do === "approve") this.#endStep("a person answered");
		await this.#report();
	}

	/** Ends the step under way, which somebody else settled. */
	#endStep(why: string): void {
		this.#isStepOver = true;
		this.#callbacks.abortAsked(new DOMException(why, "AbortError"));
	}

	/**
	 * Reports an approval. If the plan was changed meanwhile, that was not shown, and the run asks
	 * again.
	 */
	#reportApproval(): void {
		try {
			this.#run.approved();
		} catch (error) {
			if (getErrorCode(error) !== "changed") throw error;
		}
	}

	async #approve(step: StepOf<"approve">): Promise<void> {
		const { approve } = this.#options;
		// A restored run may wait for an approval although its host does not ask for any more.
		if (approve === undefined)
			return this.#run.fail(
				"nobody approves the plan: pass approve to runAgent",
			);
		await this.#ask(
			step,
			approve === "person" ? waitForAnswer : approve,
			(answer) => {
				if (answer === true) this.#reportApproval();
				else if (answer === false) {
					this.#run.refused();
					this.abort(
						new DOMException("the plan was not approved", "AbortError"),
					);
				}
				// A text by itself is neither a yes nor a no.
				else if (typeof answer === "string")
					throw invalid(
						"approve returned a string: see RunAgentOptions.approve",
					);
				else {
					const { reject } = readAnswer(answer, "reject", "approve", {
						reject: expectAnything,
					});
					this.#run.rejected(reject);
				}
			},
			(reason) => this.#run.fail(reason),
			true,
		);
	}

	async #execute(step: StepOf<"execute">): Promise<void> {
		// Something that an execution left running must not use up the calls of the next todo, nor ask
		// for a plan during it.
		let isOver = false;
		const toolCalled = () => {
			if (isOver)
				throw new TodoError(
					"unexpected_report",
					"the run does not wait for a tool call: this execution is over",
				);
			const left = this.#run.toolCalled();
			void this.#flush();
			return left;
		};
		const mayCall = () => {
			try {
				return !isOver && this.#run.mayCall();
			} catch {
				return false; // The store was freed.
			}
		};
		const planning = makeTool(requirePlanning, (args) =>
			core.callPlanningTool(this.#run, args, isOver),
		);
		const listTools = [planning, ...this.#conversation.tools].map(
			({ name }) => name,
		);
		const stopCounting = countCalls(this.#conversation, (name) => {
			if (!listTools.includes(name)) toolCalled();
		});
		try {
			await this.#ask(
				{ ...step, toolCalled, mayCall, tools: [planning] },
				(context) => this.#options.execute(context),
				(result) => this.#reportExecution(result),
				(reason) => this.#run.executed("failed", reason),
			);
		} finally {
			isOver = true;
			stopCounting();
		}
	}

	/**
	 * Reports an execution. What it cannot have returned is a mistake of the program, which no todo
	 * is skipped for. What a waiting todo asks comes from a model.
	 */
	#reportExecution(result: ExecutionResult): void {
		let wait: Parameters<TodoRun["executed"]>[2];
		try {
			if (
				typeof (isObject(result) ? copyOwn(result).status : result) !== "string"
			) {
				const words =
					this.#options.driver === "agent"
						? '"continue", "waiting", "failed" or "finished"'
						: '"done", "failed", "waiting", "continue", "finished" or, with verify, "unverified"';
				throw invalid(
					`execute returned ${isObject(result) ? "an object without a status" : String(result)}: return ${words}`,
				);
			}
			const execution = readAnswer(result, "status", "execute", {
				status: expectAnything,
				reason: [unlessNull(expectText)],
				evidence: [unlessNull(expectText)],
				for: [unlessNull(expectOneOf("user", "event"))],
				question: [unlessNull(expectText)],
				options: [unlessNull(expectTexts)],
			});
			const { status, reason, evidence, question, options } = execution;
			for (const [detail, owner] of Object.entries(statusOfDetail))
				if (
					status !== owner &&
					execution[detail as keyof typeof statusOfDetail]?.length
				)
					throw invalid(
						`execute returned ${detail} with the status "${status}": it belongs to "${owner}"`,
					);
			if (status === "unverified" && !this.#options.verify)
				throw invalid("nobody verifies: pass a verify callback to runAgent");
			wait = {
				for: execution.for ?? undefined,
				question: question ?? undefined,
				options: options ?? undefined,
			};
			this.#run.executed(
				status,
				(status === "done" ? evidence : reason) ?? undefined,
				wait,
			);
		} catch (error) {
			const isOfModel =
				getErrorCode(error) !== "invalid_argument" || wait?.options;
			if (!isOfModel) programErrors.add(error as TodoError);
			throw error;
		}
	}

	async #verify(step: StepOf<"verify">): Promise<void> {
		await this.#ask(
			step,
			(context) => this.#options.verify?.(context) ?? false,
			(result) => {
				const { isDone, reason } = readAnswer(result, "isDone", "verify", {
					isDone: expectAnything,
					reason: [expectAnything],
				});
				this.#run.verified(isDone, reason ?? undefined);
			},
			(reason) => this.#run.verified(false, reason),
		);
	}

	async #validate(step: StepOf<"validate">): Promise<void> {
		const { validate } = this.#options;
		if (!validate) return this.#run.notValidated();
		await this.#ask(
			{ ...step, xml: this.#options.store.getXml() },
			validate,
			(result) => {
				const { isComplete, reasoning, suggestions } = readAnswer(
					result,
					"isComplete",
					"validate",
					{
						isComplete: expectAnything,
						reasoning: [expectAnything],
						suggestions: [expectAnything],
					},
				);
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

	/** Has a callback answer a step, and reports its errors with `failed`. */
	async #ask<Step extends object, Answer>(
		step: Step,
		callback: (step: Step & StepContext) => Answer | Promise<Answer>,
		answered: (answer: Answer) => void,
		failed: (reason: string) => void,
		isPatient = false,
	): Promise<void> {
		if (this.#abortion || this.#isStepOver) return;
		this.#cause = undefined;
		try {
			answered(
				await this.#callbacks.ask(
					(signal) => callback(this.#withContext(step, signal)),
					isPatient,
				),
			);
		} catch (error) {
			if (this.#abortion || this.#isStepOver) return;
			if (programErrors.has(error)) throw error;
			this.#cause = error;
			failed(getErrorMessage(error));
		}
	}

	/** Returns a step with the signal and the reminder. */
	#withContext<Step extends object>(
		step: Step,
		signal: AbortSignal,
	): Step & StepContext {
		const conversation = this.#conversation;
		return {
			...step,
			signal,
			reminder: () => conversation.reminder(),
		};
	}

	/**
	 * Resolves when the list and the run are stored, if they are kept. A storage that hangs does not
	 * hold up an abort. A list that was deleted aborts the run, as nothing that it does is stored any
	 * more.
	 */
	async #flush(): Promise<void> {
		try {
			await Promise.race([
				this.#options.persistence?.flushed(),
				this.#graceOver,
			]);
		} catch (error) {
			// The persistence reports any other.
			if (getErrorCode(error) !== "deleted") return;
			this.#deletion = { error };
			this.abort(error);
		}
	}

	/**
	 * Reports the events since the last call: at once, or, with a persistence, when they are stored.
	 */
	#report(): Promise<void> | undefined {
		const events = this.#run.takeEvents().map((event): RunEvent => {
			const isFailure =
				(event.type === "skipped" && event.by === "agent") ||
				event.type === "unverified" ||
				event.type === "validation_failed" ||
				event.type === "failed";
			// All listeners receive the same object.
			return Object.freeze(
				isFailure && this.#cause !== undefined
					? { ...event, cause: this.#cause }
					: event,
			);
		});
		const isPersisted = this.#options.persistence !== undefined;
		return this.events.add(events, isPersisted ? this.#flush() : undefined);
	}
}

/** The errors for what a callback returned and no model can have caused: each ends its run. */
const programErrors: Pick<
	Set<unknown>,
	"has" | "add"
> = new WeakSet<object>() as never;

/** Accepts null as well, as models fill in what there is none of. */
const unlessNull =
	(expect: Expectation): Expectation =>
	(value) =>
		value !== null && expect(value);

/** The status that each detail of an execution belongs to. */
const statusOfDetail = {
	reason: "failed",
	evidence: "done",
	for: "waiting",
	question: "waiting",
	options: "waiting",
} as const;

/** Never settles: `approve()`, `reject()` or `abort()` ends the step. */
const waitForAnswer = () => new Promise<never>(() => {});

/**
 * Reads a callback's answer by a table, as options are read. A value that is not an object becomes
 * the field `field`. The core checks the values.
 */
function readAnswer<
	Answer,
	const Table extends OptionTable<Extract<Answer, object>>,
>(
	answer: Answer,
	field: keyof Extract<Answer, object>,
	callback: string,
	table: Table,
): ReadOptions<Extract<Answer, object>, Table> {
	if (answer === undefined || answer === null)
		throw invalid(
			`${callback} returned ${answer}: see RunAgentOptions.${callback}`,
		);
	const fields = typeof answer === "object" ? answer : { [field]: answer };
	return readOptions(
		fields as Extract<Answer, object>,
		`${callback} returned`,
		table,
	);
}
