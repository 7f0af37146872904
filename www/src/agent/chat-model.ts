// What a turn of the conversation asks of a model, whichever it is: nothing here loads an SDK.

import type { Conversation } from "agent-todos";
import type { PromptTool } from "agent-todos/prompt-api";
import type { ModelMessage, ToolModelMessage } from "ai";
import type { ToolCall } from "./tool-call";

/** Who shows the conversation. */
export interface ChatWatcher {
	/** The host says something; the reminder is the part of it that shows the list. */
	readonly hostSays: (text: string, reminder?: string) => void;
	readonly modelBegins: (name: string) => void;
	readonly modelWrites: (text: string) => void;
	readonly modelCalls: (call: ToolCall) => void;
	/** The model's answer is whole, or it was stopped in the middle. */
	readonly modelEnds: (isWhole: boolean) => void;
	readonly toolAnswers: (call: ToolCall, text: string, ok: boolean) => void;
}

/** The form of an answer that is no text. */
export interface Form<Answer> {
	/** Its JSON Schema. */
	readonly schema: object;
	/** Returns the answer, or undefined where it has another form. */
	readonly read: (value: unknown) => Answer | undefined;
}

/** What the model may do in its turn. */
export interface TurnTools {
	/** The host's own. */
	readonly tools: readonly PromptTool[];
	/** The names of the tools of the list that it has, too. */
	readonly listTools: readonly string[];
}

export interface TurnRequest extends TurnTools {
	readonly instructions: string;
	readonly messages: readonly ModelMessage[];
	/** Returns the messages with the reminders that belong among them. */
	readonly remind: () => ModelMessage[];
	readonly conversation: Conversation;
	readonly signal: AbortSignal;
	/** The JSON Schema of the answer, where it is no text. */
	readonly schema: object | undefined;
	readonly watcher: ChatWatcher;
	/** Adds to the conversation. */
	readonly add: (message: ModelMessage) => void;
}

/** What the model did with its turn. */
export interface Reply {
	readonly text: string;
	/** How many tools it called. */
	readonly calls: number;
	/** The tokens of the turn, as far as the endpoint reports them. */
	readonly usage?:
		| {
				readonly inputTokens: number | undefined;
				readonly outputTokens: number | undefined;
		  }
		| undefined;
}

export interface ChatModel {
	readonly name: string;
	/**
	 * Answers once, and carries its calls out. Rejects with the signal's reason once that is aborted,
	 * with what kept the model from answering, and with a `PageError` for a page that does not load.
	 */
	reply(request: TurnRequest): Promise<Reply>;
}

/** What the model is answered for a call that was under way when its turn was stopped. */
const stopped = "Stopped before it was done.";

/** The calls of a turn, and what was answered. */
export class TurnCalls {
	readonly #open = new Map<string, ToolCall>();
	readonly results: Extract<
		ToolModelMessage["content"][number],
		{ type: "tool-result" }
	>[] = [];

	constructor(private readonly watcher: ChatWatcher) {}

	get count(): number {
		return this.#open.size + this.results.length;
	}

	begin(call: ToolCall): void {
		this.#open.set(call.id, call);
		this.watcher.modelCalls(call);
	}

	answer(id: string, text: string, ok: boolean): void {
		const call = this.#open.get(id);
		if (!call) return;
		this.#open.delete(id);
		this.watcher.toolAnswers(call, text, ok);
		this.results.push({
			type: "tool-result",
			toolCallId: id,
			toolName: call.name,
			output: { type: ok ? "text" : "error-text", value: text },
		});
	}

	/** Answers what is open, because the turn was stopped. */
	stop(): void {
		for (const id of [...this.#open.keys()]) this.answer(id, stopped, false);
	}
}

export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
