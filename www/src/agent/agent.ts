// The agent: `runAgent` with a model that plans and works, and the browser's tools in its hands.

import {
	type Conversation,
	type DialectName,
	type Persistence,
	reporting,
	type Todo,
	type TodoStore,
} from "agent-todos";
import type { PromptTool } from "agent-todos/prompt-api";
import { reportingTools } from "agent-todos/prompt-api";
import {
	type AgentRun,
	type ExecuteStep,
	type ExecutionResult,
	type PlanStep,
	type RunAgentOptions,
	type RunEvent,
	type RunResult,
	runAgent,
	type ValidateStep,
	type Validation,
	type VerifyStep,
} from "agent-todos/run";
import type { Scribe, ScribeModel } from "agent-todos/scribe";
import { scribe } from "agent-todos/scribe";
import type { Browser } from "./browser-tools";
import { browserTools } from "./browser-tools";
import type { Chat, Question, Turn } from "./chat";
import type { ChatModel, Form, TurnTools } from "./chat-model";
import { giveUpTool } from "./give-up-tool";
import { ModelError } from "./model-error";
import { BrowserError, PageError } from "./page-acts";
import { totalOn } from "./page-seen";
import {
	goOnPrompt,
	planPrompt,
	resumedPrompt,
	taskPrompt,
	todoPrompt,
	validationPrompt,
	verdictPrompt,
} from "./prompts";

export interface AgentOptions {
	readonly task: string;
	readonly store: TodoStore;
	readonly dialect: DialectName;
	readonly driver: NonNullable<RunAgentOptions["driver"]>;
	/** Asks a second model, which then keeps the list: the first has no tool for it. */
	readonly ask?: ScribeModel | undefined;
	readonly browser: Browser;
	/** What the model knows of the list, and its messages. */
	readonly conversation: Conversation;
	readonly chat: Chat;
	/** Asked for at each turn: another one may be chosen while the run is stopped. */
	readonly model: () => ChatModel | Promise<ChatModel>;
	readonly happened: (event: RunEvent) => void;
	/** Hears how many calls the present todo has left, at its beginning and with each call. */
	readonly callsLeft: (count: number) => void;
	/** What the list is kept with: the run is, too. */
	readonly persistence?: Persistence | undefined;
	/** Hears of each plan before anybody else does. */
	readonly planned?: (() => void) | undefined;
	/** Says why a todo must not be carried out, if so. */
	readonly forbids?: ((todo: Todo) => string | undefined) | undefined;
	/** How a person approves a plan. Without it, no plan is reviewed. */
	readonly approve?: RunAgentOptions["approve"];
}

/**
 * The most tool calls that a todo may take here: a form has many fields, and a page may ask for
 * several first.
 */
export const maxCallsPerTodo = 30;
export const maxSteps = 60;
/** The most turns of the model for one todo that the host hands out, for plans and for verdicts. */
const maxTurns = 8;

export class Agent {
	#run: AgentRun | undefined;
	#isTold = false;
	#scribe: Scribe | undefined;

	constructor(private readonly options: AgentOptions) {}

	/** Begins, or goes on with a run that was stored. */
	start(saved?: string): AgentRun {
		const { store, task, driver, conversation, chat, approve } = this.options;
		chat.tell(saved === undefined ? taskPrompt(task) : resumedPrompt);
		this.#run = runAgent({
			store,
			saved,
			persistence: this.options.persistence,
			conversation,
			plan: (step) => this.#orStop(this.#plan(step)),
			approve,
			execute: (step) =>
				this.#orStop(driver === "host" ? this.#workOn(step) : this.#goOn(step)),
			verify: (step) => this.#orStop(this.#verify(step)),
			validate: (step) => this.#orStop(this.#validate(step)),
			driver,
			budgets: { maxCallsPerTodo, maxSteps },
			on: { event: this.options.happened },
		});
		void this.#run.result.then((ended) => this.#rest(ended));
		return this.#run;
	}

	#rest({ status }: RunResult): void {
		this.options.browser.rest();
		// One that was aborted may go on.
		if (status !== "aborted") void this.#scribe?.stop();
	}

	/** Stops whatever is under way, a tool call too. */
	abort(reason: unknown = new Error("stopped by the user")): void {
		this.#run?.abort(reason);
	}

	/** Goes on after an abort. */
	resume(): AgentRun {
		if (!this.#run) throw new Error("nothing was begun that could go on");
		this.#run = this.#run.resume();
		void this.#run.result.then((ended) => this.#rest(ended));
		this.options.chat.tell(resumedPrompt);
		return this.#run;
	}

	/**
	 * Stops the run, which can go on, at what is no todo's fault: an endpoint that refuses, a page
	 * that does not load.
	 */
	async #orStop<Result>(step: Promise<Result>): Promise<Result> {
		try {
			return await step;
		} catch (error) {
			if (error instanceof ModelError || error instanceof PageError)
				this.abort(error);
			throw error;
		}
	}

	async #plan(step: PlanStep): Promise<void> {
		await this.#writePlan(step);
		this.options.planned?.();
	}

	/**
	 * Returns the second model that keeps the list, if there is one. It plans a list that is empty.
	 */
	#keeper(): Scribe | undefined {
		const { ask, conversation, task } = this.options;
		if (ask)
			this.#scribe ??= scribe(conversation, {
				model: ask,
				task,
				plan: true,
			});
		return this.#scribe;
	}

	async #writePlan(step: PlanStep): Promise<void> {
		const { chat, conversation, store } = this.options;
		const scribe = this.#keeper();
		if (scribe) return scribe.idle();
		chat.tell(planPrompt(conversation, step));
		const { revision } = store;
		const offered = { tools: [], listTools: this.#listTools() };
		for (let turn = 0; turn < maxTurns && store.revision === revision; turn++) {
			const { calls } = await this.#turn(offered, step);
			// A model that plans nothing has nothing to do.
			if (calls === 0) return;
		}
	}

	/** One todo, which the host hands out and settles. */
	async #workOn(step: ExecuteStep): Promise<ExecutionResult> {
		const { chat, store } = this.options;
		const reason = this.options.forbids?.(step.todo);
		if (reason !== undefined) return { status: "failed", reason };
		// A question to the person, who has not answered it yet.
		if (step.todo.confirm && step.feedback === "") return this.#claimed(step);
		chat.tell(todoPrompt(step));
		let givenUp: string | undefined;
		const hands = this.#hands(step);
		const tools = [...hands.tools, giveUpTool((reason) => (givenUp = reason))];
		for (let turn = 0; turn < maxTurns; turn++) {
			const mayCall = step.mayCall();
			const { calls } = await this.#turn({ tools, listTools: [ask] }, step);
			if (givenUp !== undefined && step.todo.answer !== undefined) {
				// The person was asked about it.
				store.skip(step.todo.key, givenUp);
				return "continue";
			}
			if (givenUp !== undefined) return { status: "failed", reason: givenUp };
			if (hands.isPlanDue() || (calls > 0 && !mayCall)) return "continue";
			const todo = store.getAll().find(({ key }) => key === step.todo.key);
			const isOver = todo?.status === "done" || todo?.status === "skipped";
			if (isOver || todo?.waiting) return "continue";
			if (calls === 0)
				return step.todo.confirm ? this.#claimed(step) : "unverified";
		}
		return "continue";
	}

	/** Returns what a person has to confirm, with what the page says of the money. */
	async #claimed({ signal }: ExecuteStep): Promise<ExecutionResult> {
		const { text } = await this.#read(signal);
		return { status: "done", evidence: totalOn(text) };
	}

	/**
	 * A model that works through the list itself: until it has changed the list, of which it is then
	 * told, or says no more.
	 */
	async #goOn(step: ExecuteStep): Promise<ExecutionResult> {
		const { chat, conversation, store } = this.options;
		if (!this.#isTold) chat.tell(goOnPrompt);
		this.#isTold = true;
		const { revision } = store;
		const hands = this.#hands(step);
		const scribe = this.#keeper();
		const offered = scribe
			? { tools: seenTools(scribe, hands.own), listTools: [ask] }
			: { tools: hands.tools, listTools: this.#listTools() };
		for (
			let turn = 0;
			turn < maxTurns && store.revision === revision && !hands.isPlanDue();
			turn++
		) {
			const mayCall = step.mayCall();
			const { calls, text } = await this.#turn(offered, step);
			if (text !== "") scribe?.observe({ text });
			if (calls > 0 && !mayCall) break;
			if (calls > 0) continue;
			if (scribe) {
				await scribe.idle();
				return "finished";
			}
			const nudge = conversation.nudge();
			if (nudge === undefined) return "finished";
			chat.tell(nudge);
		}
		return "continue";
	}

	/** No todo is done while the page says that something is wrong with it. */
	async #verify({ todo, signal }: VerifyStep) {
		// The person's answer ends the step.
		if (todo.claimed)
			return new Promise<never>((_, reject) =>
				signal.addEventListener("abort", () => reject(signal.reason)),
			);
		const { alerts } = await this.#read(signal);
		return alerts.length === 0
			? true
			: { isDone: false, reason: `the page says: ${alerts.join(" ")}` };
	}

	async #validate(step: ValidateStep): Promise<Validation> {
		const { chat, conversation } = this.options;
		const { text: page } = await this.#read(step.signal);
		chat.tell(validationPrompt(conversation, step, page));
		this.#isTold = false;
		for (let turn = 0; turn < 3; turn++) {
			const { answer } = await this.#turn(
				{ tools: [], listTools: [], form: verdict },
				step,
			);
			if (answer) return answer;
			chat.tell(verdictPrompt);
		}
		throw new Error("the model returned no verdict");
	}

	/** Reads the page. What keeps the agent from that stands in place of what the page says. */
	async #read(signal: AbortSignal): ReturnType<Browser["read"]> {
		try {
			return await this.options.browser.read(signal);
		} catch (error) {
			if (!(error instanceof BrowserError)) throw error;
			return { text: error.message, alerts: [error.message] };
		}
	}

	/**
	 * Returns the tools of a step in the browser, whose calls the run counts, and whether another
	 * plan is to come.
	 */
	#hands(step: ExecuteStep): {
		tools: PromptTool[];
		own: PromptTool[];
		isPlanDue: () => boolean;
	} {
		const { browser, conversation, callsLeft } = this.options;
		callsLeft(step.callsLeft);
		let isPlanDue = false;
		const planning = step.tools.map((tool) =>
			toolOf(tool, () => (isPlanDue = true)),
		);
		const own = browserTools(browser, () => callsLeft(step.toolCalled()));
		return {
			own,
			tools: [...reportingTools(reporting(conversation), own), ...planning],
			isPlanDue: () => isPlanDue,
		};
	}

	#listTools(): string[] {
		const { conversation, dialect } = this.options;
		return (
			conversation.tools
				.map(({ name }) => name)
				// A model that speaks it writes its calls into its text.
				.filter((name) => dialect !== "xml_call" || name !== "todo")
		);
	}

	/** Lets the model answer once, and carries its calls out. */
	async #turn<Answer>(
		question: TurnTools & Pick<Question<Answer>, "form">,
		{ signal }: Pick<ExecuteStep, "signal">,
	): Promise<Turn<Answer>> {
		const { chat, conversation, dialect, model } = this.options;
		const turn = await chat.turn({ ...question, model: await model(), signal });
		if (dialect !== "xml_call") return turn;
		const outcomes = conversation.callXml(turn.text, { otherTools: "ignore" });
		if (outcomes.length > 0)
			chat.tell(outcomes.map(({ text }) => text).join("\n"));
		return { ...turn, calls: turn.calls + outcomes.length };
	}
}

/** The tool with which the model asks the person. */
const ask = "ask_user";

/** Returns the tools of a model whose list another one keeps, which sees each call. */
const seenTools = (
	{ observe }: Scribe,
	own: readonly PromptTool[],
): PromptTool[] =>
	own.map((tool) => ({
		...tool,
		async execute(args, options) {
			const result = await tool.execute(args, options);
			observe({ call: { name: tool.name, args }, result });
			return result;
		},
	}));

/** Returns a tool of the run's own; `carriedOut` is called when it did something. */
const toolOf = (
	{ name, description, inputSchema, call }: ExecuteStep["tools"][number],
	carriedOut: () => void,
): PromptTool => ({
	name,
	description,
	inputSchema,
	execute(args) {
		const { ok, text } = call(args);
		if (!ok) throw new Error(text);
		carriedOut();
		return text;
	},
});

/** The verdict on the whole task, as the prompt for validation asks for it. */
const verdict: Form<Validation> = {
	schema: {
		type: "object",
		properties: {
			isComplete: { type: "boolean" },
			reasoning: { type: "string" },
			suggestions: { type: "array", items: { type: "string" } },
		},
		required: ["isComplete", "reasoning", "suggestions"],
		additionalProperties: false,
	},
	read(value) {
		const { isComplete, reasoning, suggestions } = (value ??
			{}) as Partial<Validation>;
		// A model may say more, which the loop would refuse.
		return typeof isComplete === "boolean"
			? { isComplete, reasoning, suggestions }
			: undefined;
	},
};
