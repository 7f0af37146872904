// The scribe: tells a small model what the main one does, and writes its answers to the list.

import type { Outcome } from "../../generated/agent_todos_bg.js";
import { report } from "../../generated/snippets.js";
import { readOptions, refuse } from "../arguments/check.js";
import {
	type Expectation,
	expectBoolean,
	expectFunction,
	expectText,
} from "../arguments/options.js";
import { getErrorMessage } from "../arguments/thrown.js";
import { expectTimeout, limitTimeout, nextTask } from "../arguments/timing.js";
import { type Conversation, checkConversation } from "../tools/conversation.js";
import { readAnswer, type ScribeAnswer } from "./answer.js";
import type { ScribeModel, ScribeReply, ScribeUsage } from "./asks.js";
import { makeSchema, writeQuestion } from "./question.js";
import { cut, describeStep, type ScribeStep } from "./step.js";
import { ScribeView } from "./view.js";

/** The options of `scribe`. */
export interface ScribeOptions {
	/**
	 * Asks the small model: `promptApi(session)`, `aiSdk(generateObject, { model })`, or a function
	 * of yours.
	 */
	readonly model: ScribeModel;
	/** The task of the main model, in the user's words. Default `""`. */
	readonly task?: string | undefined;
	/** After how many steps the small model is asked, 1 or more. Default 1. */
	readonly every?: number | undefined;
	/**
	 * Whether the small model writes the first plan, from the task, if the list is empty. Default
	 * false.
	 */
	readonly plan?: boolean | undefined;
	/** How many milliseconds an answer may take. Default 60_000. What comes later changes nothing. */
	readonly timeout?: number | undefined;
	/** Called after each question: with what the model said, the result, and the cost. */
	readonly onAnswer?: ((report: ScribeReport) => void) | undefined;
	/** Called after every three answers in a row that could not be used. The scribe goes on. */
	readonly onError?: ((failure: ScribeFailure) => void) | undefined;
}

/** The result of a question. */
export interface ScribeReport {
	/** What the model said, as `model` returned it; undefined if nothing came. */
	readonly said: unknown;
	/** Why the answer could not be used, or undefined if it could. Then it changed nothing. */
	readonly error: string | undefined;
	/** Whether the list changed. */
	readonly changed: boolean;
	/** What the list did with it. Notes say what a person's decision held. */
	readonly outcomes: readonly Outcome[];
	/**
	 * The new todos beyond the first three, which the list did not get, of an answer that could be
	 * used. A plan may have more.
	 */
	readonly dropped: readonly string[] | undefined;
	/** How long the answer took, in milliseconds. */
	readonly milliseconds: number;
	/** What the question cost, if `model` reports it. */
	readonly usage: ScribeUsage | undefined;
}

/** Why the list may be behind. */
export interface ScribeFailure {
	/** How many answers in a row could not be used. */
	readonly count: number;
	/** Why the latest could not. */
	readonly error: string;
}

/** Keeps a list while another model works. None of its functions needs its object. */
export interface Scribe extends AsyncDisposable {
	/** Tells the small model of a step. Returns at once, and never throws. */
	readonly observe: (step: ScribeStep) => void;
	/** Resolves once no question is pending. */
	readonly idle: () => Promise<void>;
	/**
	 * Asks once more, as the task has ended, and resolves once the answer is on the list. Then it
	 * stops.
	 */
	readonly finish: () => Promise<void>;
	/**
	 * Stops at once: what is still answered changes nothing. Resolves once no question is pending.
	 * `await using` does the same.
	 */
	readonly stop: () => Promise<void>;
}

/** After so many answers in a row that could not be used, `onError` is called. */
const maxWrongAnswers = 3;

/** The most steps that a question shows: the latest. */
const maxStepsInQuestion = 8;

/**
 * Lets a second, small model keep the list of a conversation, so that the main model needs no todo
 * tool and spends no token on the list. Tell it each step with `observe`. It asks one question at a
 * time, about the steps since the last one, and the main model never waits for it.
 *
 * What the small model says is written as the conversation's model: what a person decided holds,
 * and the next question shows it. The main model hears of what people change by
 * `conversation.reminder()`, and of nothing that the scribe wrote. The steps are data to the small
 * model, cut to 600 characters each and cleaned. An answer that cannot be used changes nothing.
 *
 * Throws `invalid_argument` if an option is unknown or ill-typed, or if `plan` comes without a
 * task.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { scribe, type ScribeModel } from "agent-todos/scribe";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle", "Pay"]);
 * const model: ScribeModel = async () => '{"doing":2,"done":[1],"failed":[],"open":[],"add":[]}'; // your small model
 * const keeper = scribe(new Conversation(store), { model, task: "Buy a kettle" });
 * keeper.observe({ call: { name: "search", args: { for: "kettle" } }, result: "3 kettles found" });
 * await keeper.idle();
 * console.log(store.getXml());
 * // → <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="doing">Pay</todo></todos>
 * ```
 */
export function scribe(
	conversation: Conversation,
	options: ScribeOptions,
): Scribe {
	checkConversation(conversation, "scribe(): conversation");
	const read = readOptions(options, "scribe()", {
		model: expectFunction,
		task: [expectText, ""],
		every: [expectCount, 1],
		plan: [expectBoolean, false],
		timeout: [expectTimeout, 60_000],
		onAnswer: [expectFunction],
		onError: [expectFunction],
	});
	if (read.plan && read.task.trim() === "")
		refuse("scribe(): task", "a text for a plan");
	return new ScribeLoop(new ScribeView(conversation), read);
}

const expectCount: Expectation = (value) =>
	!(Number.isInteger(value) && (value as number) >= 1) &&
	"a whole number of 1 or more";

type Options = ScribeOptions & {
	readonly task: string;
	readonly every: number;
	readonly plan: boolean;
	readonly timeout: number;
};

class ScribeLoop implements Scribe {
	readonly #view: ScribeView;
	readonly #options: Options;
	/** The latest steps that no answer covers yet. */
	#steps: string[] = [];
	/** How many steps no answer covers yet. */
	#uncovered = 0;
	/** How many steps came after the latest question. */
	#newSteps = 0;
	/** The steps of the latest answer. */
	#covered: string[] = [];
	#isPlanDue: boolean;
	#isLast = false;
	#isStopped = false;
	/** How many answers in a row could not be used. */
	#wrongAnswers = 0;
	/** Aborts the pending question. */
	#question = new AbortController();
	#asking: Promise<void> | undefined;
	/** What the host does about outcomes, such as asking a person. No question waits for it. */
	#settling: Promise<unknown> | undefined;

	constructor(view: ScribeView, options: Options) {
		this.#view = view;
		this.#options = options;
		this.#isPlanDue = options.plan;
		if (options.plan) this.#ask();
	}

	readonly observe = (step: ScribeStep): void => {
		if (this.#isStopped) return;
		this.#steps = takeLast(
			[...this.#steps, describeStep(step)],
			maxStepsInQuestion,
		);
		this.#uncovered++;
		this.#newSteps++;
		this.#askIfDue();
	};

	readonly idle = async (): Promise<void> => {
		while (this.#asking !== undefined) await this.#asking;
		await this.#settling;
	};

	readonly finish = async (): Promise<void> => {
		while (this.#asking !== undefined) await this.#asking;
		this.#isLast = true;
		this.#ask();
		await this.idle();
		await this.stop();
	};

	readonly stop = async (): Promise<void> => {
		this.#end();
		await this.#asking;
	};

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}

	#end(): void {
		if (this.#isStopped) return;
		this.#isStopped = true;
		this.#question.abort();
		this.#view.free();
	}

	#askIfDue(): void {
		const isDue = this.#newSteps >= this.#options.every && !this.#isStopped;
		if (isDue && this.#asking === undefined) this.#ask();
	}

	#ask(): void {
		this.#asking = this.#askOnce()
			.catch((error) => {
				// The list or the conversation has ended.
				this.#reportFailure(getErrorMessage(error));
				this.#end();
			})
			.finally(() => {
				this.#asking = undefined;
				this.#askIfDue();
			});
	}

	/** Asks one question, if there is something to ask. Rejects if the list has ended. */
	async #askOnce(): Promise<void> {
		// The calls of one message become one question. The caller of `observe` does not wait for it.
		await new Promise<void>(nextTask);
		if (this.#isStopped) return;
		const isLast = this.#isLast;
		const list = this.#view.show();
		const isPlan = this.#isPlanDue && !isLast && this.#view.size === 0;
		const count = isPlan ? 0 : this.#uncovered;
		const unread = isLast && count === 0 ? this.#covered : this.#steps;
		const steps = isPlan ? [] : unread;
		if (!isPlan && steps.length === 0) return;
		this.#newSteps = 0;
		const { task, onAnswer } = this.#options;
		const begun = performance.now();
		let said: unknown;
		let usage: ScribeUsage | undefined;
		let answer: ScribeAnswer | undefined;
		let error: string | undefined;
		try {
			said = await this.#query(
				writeQuestion({ task, list, steps, isPlan, isLast }),
			);
			({ usage } = Object(said) as ScribeReply);
			answer = readAnswer(said, this.#view.size, isPlan);
		} catch (thrown) {
			error = getErrorMessage(thrown);
		}
		if (this.#isStopped) return;
		const milliseconds = performance.now() - begun;
		const before = this.#view.revision;
		const outcomes = answer
			? this.#view.write(answer, cut(steps.join("\n")))
			: [];
		const changed = this.#view.revision !== before;
		if (error === undefined) this.#cover(count, steps, outcomes);
		else this.#wrongAnswers++;
		callListener(onAnswer, {
			said,
			error,
			changed,
			outcomes,
			dropped: answer?.dropped,
			milliseconds,
			usage,
		});
		if (error !== undefined && this.#wrongAnswers % maxWrongAnswers === 0)
			this.#reportFailure(error);
	}

	/**
	 * Records that an answer covers so many steps, of which it read the latest. One that is the plan
	 * covers none.
	 */
	#cover(count: number, steps: string[], outcomes: Outcome[]): void {
		this.#isPlanDue = false;
		this.#wrongAnswers = 0;
		this.#covered = steps;
		this.#uncovered -= count;
		this.#steps = takeLast(this.#steps, this.#uncovered);
		// The steps that came during a question are the next one.
		this.#newSteps = this.#uncovered;
		const settled = this.#view.settle(outcomes).catch(report);
		this.#settling = Promise.all([this.#settling, settled]);
	}

	/** Resolves with what the model says. Rejects if it says nothing in time, or the scribe stops. */
	#query(prompt: string): Promise<unknown> {
		const { model, timeout } = this.#options;
		const question = new AbortController();
		this.#question = question;
		const { signal } = question;
		const timer = setTimeout(() => question.abort(), limitTimeout(timeout));
		return new Promise((resolve, reject) => {
			const expire = () => reject(new Error("the answer is late"));
			signal.addEventListener("abort", expire);
			// An answer that never comes must not keep this promise.
			Promise.resolve(model(prompt, makeSchema(), { signal })).then(
				resolve,
				reject,
			);
		}).finally(() => clearTimeout(timer));
	}

	#reportFailure(error: string): void {
		callListener(this.#options.onError, { count: this.#wrongAnswers, error });
	}
}

const takeLast = <Item>(items: Item[], count: number): Item[] =>
	items.slice(Math.max(0, items.length - count));

/**
 * Calls a listener. What it throws is reported as an event listener's error is, and stops nothing
 * here.
 */
function callListener<Event>(
	listener: ((event: Event) => void) | undefined,
	event: Event,
): void {
	try {
		listener?.(event);
	} catch (error) {
		report(error);
	}
}
