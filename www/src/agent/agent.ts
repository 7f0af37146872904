// The agent: `runAgent` with a model that plans and works, and the browser's tools in its hands.

import type {
	AgentEvent,
	AgentRun,
	AgentTool,
	DialectName,
	ExecuteStep,
	ExecutionResult,
	PlanStep,
	RunDriver,
	StepContext,
	TodoStore,
	ValidateStep,
	Validation,
	Verification,
	VerifyStep,
} from "agent-todos";
import {
	callXml,
	runAgent,
	Conversation as TodoConversation,
	tools as todoTools,
} from "agent-todos";
import type { Browser } from "./browser";
import { PageError } from "./browser";
import { browserTools } from "./browser-tools";
import type { ChatModel } from "./chat-model";
import { ModelError } from "./chat-model";
import type { Conversation } from "./conversation";
import { giveUpTool } from "./give-up-tool";
import { stepsIn, validationIn } from "./json-answers";
import {
	goOnPrompt,
	planPrompt,
	resumedPrompt,
	taskPrompt,
	todoPrompt,
	validationPrompt,
	verdictPrompt,
} from "./prompts";
import type { Tool } from "./tool";

export interface AgentOptions {
	readonly task: string;
	readonly store: TodoStore;
	readonly dialect: DialectName;
	readonly driver: RunDriver;
	readonly browser: Browser;
	readonly conversation: Conversation;
	/** Asked for at each turn: another one may be chosen while the run is stopped. */
	readonly model: () => ChatModel;
	readonly happened: (event: AgentEvent) => void;
	/** Hears how many calls the present todo has left, at its beginning and with each call. */
	readonly callsLeft: (count: number) => void;
}

/** The most tool calls that a todo may take here: a form has many fields. */
export const maxCallsPerTodo = 10;
export const maxSteps = 60;
/** The most turns of the model for one todo that the host hands out, for plans and for verdicts. */
const maxTurns = 8;

export class Agent {
	#run: AgentRun | undefined;
	#isTold = false;
	readonly #todos: TodoConversation;

	constructor(private readonly options: AgentOptions) {
		this.#todos = new TodoConversation(options.store);
	}

	/** Begins. */
	start(): AgentRun {
		const { store, task, driver, conversation } = this.options;
		conversation.tell(taskPrompt(task));
		this.#run = runAgent({
			store,
			plan: (step) => this.#orStop(this.#plan(step)),
			execute: (step) =>
				this.#orStop(driver === "host" ? this.#workOn(step) : this.#goOn(step)),
			verify: (step) => this.#orStop(this.#verify(step)),
			validate: (step) => this.#orStop(this.#validate(step)),
			driver,
			budgets: { maxCallsPerTodo, maxSteps },
			on: { event: this.options.happened },
		});
		return this.#run;
	}

	/** Stops whatever is under way, a tool call too. */
	abort(reason: unknown = new Error("stopped by the user")): void {
		this.#run?.abort(reason);
		this.options.conversation.answerRest("Stopped before it was done.");
		this.options.browser.rest();
	}

	/** Goes on after an abort. */
	resume(): AgentRun {
		if (!this.#run) throw new Error("nothing was begun that could go on");
		this.#run = this.#run.resume();
		this.options.conversation.tell(resumedPrompt);
		return this.#run;
	}

	/** Stops the run, which can go on, at what is no todo's fault: an endpoint that refuses, a page that does not load. */
	async #orStop<Result>(step: Promise<Result>): Promise<Result> {
		try {
			return await step;
		} catch (error) {
			if (error instanceof ModelError || error instanceof PageError)
				this.abort(error);
			throw error;
		}
	}

	async #plan(step: PlanStep): Promise<string[] | undefined> {
		const { conversation, dialect, store } = this.options;
		// A list whose todos are all settled is not reminded of; who is to write it anew has to know that they are.
		conversation.tell(
			planPrompt(dialect, step),
			step.reminder ?? (store.size > 0 ? store.systemReminder() : undefined),
		);
		const { revision } = store;
		const tools = this.#todoTools();
		for (let turn = 0; turn < maxTurns && store.revision === revision; turn++) {
			const { calls, text } = await this.#turn(tools, step);
			const steps = calls === 0 ? stepsIn(text) : undefined;
			if (steps) return steps;
			// A model that plans nothing has nothing to do.
			if (calls === 0) return undefined;
		}
		return undefined;
	}

	/** One todo, which the host hands out and settles. */
	async #workOn(step: ExecuteStep): Promise<ExecutionResult> {
		const { conversation, store } = this.options;
		conversation.tell(todoPrompt(step), step.reminder);
		let givenUp: string | undefined;
		const hands = this.#hands(step);
		const tools = [...hands.tools, giveUpTool((reason) => (givenUp = reason))];
		for (let turn = 0; turn < maxTurns; turn++) {
			const { calls } = await this.#turn(tools, step);
			if (givenUp !== undefined) return { status: "failed", reason: givenUp };
			if (hands.isOver()) return "continue";
			const todo = store.getAll().find(({ key }) => key === step.todo.key);
			if (todo?.status === "done" || todo?.status === "skipped")
				return "continue";
			if (calls === 0) return "unverified";
		}
		return "continue";
	}

	/** A model that works through the list itself: until it has changed the list, of which it is then told, or says no more. */
	async #goOn(step: ExecuteStep): Promise<ExecutionResult> {
		const { conversation, store } = this.options;
		conversation.tell(this.#isTold ? "" : goOnPrompt, step.reminder);
		this.#isTold = true;
		const { revision } = store;
		const hands = this.#hands(step);
		const tools = [...hands.tools, ...this.#todoTools()];
		for (
			let turn = 0;
			turn < maxTurns && store.revision === revision && !hands.isOver();
			turn++
		) {
			const { calls } = await this.#turn(tools, step);
			if (calls > 0) continue;
			const nudge = this.#todos.nudge();
			if (nudge === undefined) return "finished";
			conversation.tell(nudge);
		}
		return "continue";
	}

	/** No todo is done while the page says that something is wrong with it. */
	async #verify({ signal }: VerifyStep): Promise<Verification> {
		const { alerts } = await this.options.browser.read(signal);
		return alerts.length === 0
			? true
			: { isDone: false, reason: `the page says: ${alerts.join(" ")}` };
	}

	async #validate(step: ValidateStep): Promise<Validation> {
		const { conversation, browser, dialect } = this.options;
		const { text: page } = await browser.read(step.signal);
		conversation.tell(validationPrompt(dialect, step, page), step.reminder);
		this.#isTold = false;
		for (let turn = 0; turn < 3; turn++) {
			const { text } = await this.#turn([], step);
			const validation = validationIn(text);
			if (validation) return validation;
			conversation.tell(verdictPrompt);
		}
		throw new Error("the model gave no verdict");
	}

	/** The tools of a step in the browser, and whether it has to end: the calls are used up, or another plan is to come. */
	#hands(step: ExecuteStep): { tools: Tool[]; isOver: () => boolean } {
		this.options.callsLeft(step.callsLeft);
		let isOver = false;
		const called = () => {
			try {
				this.options.callsLeft(step.toolCalled());
			} catch (error) {
				isOver = true;
				throw error;
			}
		};
		const planning = step.tools.map(toolOf).map(
			(tool): Tool => ({
				...tool,
				call: async (args, signal) => {
					const answer = await tool.call(args, signal);
					isOver ||= answer.ok;
					return answer;
				},
			}),
		);
		return {
			tools: [
				...browserTools(this.options.browser, this.options.store, called),
				...planning,
			],
			isOver: () => isOver,
		};
	}

	#todoTools(): Tool[] {
		const { store, dialect } = this.options;
		// A model that speaks it writes its calls into its text.
		return dialect === "xml_call" ? [] : todoTools(store, dialect).map(toolOf);
	}

	/** Lets the model answer once, and carries its calls out. Gives how many there were, and what it said. */
	async #turn(
		tools: readonly Tool[],
		{ signal }: StepContext,
	): Promise<{ calls: number; text: string }> {
		const { conversation, dialect, store, model } = this.options;
		const answer = await conversation.ask(model(), tools, signal);
		// Those in its text come first, as it wrote them first.
		const results =
			dialect === "xml_call"
				? callXml(store, answer.text, { otherTools: "ignore" })
				: [];
		for (const call of answer.calls) {
			const tool = tools.find(({ name }) => name === call.name);
			const { ok, text } = tool
				? await tool.call(call.args, signal)
				: {
						ok: false,
						text: `there is no tool ${call.name} now: there is ${tools.map(({ name }) => name).join(", ") || "none"}`,
					};
			signal.throwIfAborted();
			conversation.answer(call, text, ok);
		}
		conversation.tell(results.map(({ text }) => text).join("\n"));
		return { calls: answer.calls.length + results.length, text: answer.text };
	}
}

const toolOf = ({ name, description, inputSchema, call }: AgentTool): Tool => ({
	name,
	description,
	inputSchema,
	call: (args) => call(args),
});
