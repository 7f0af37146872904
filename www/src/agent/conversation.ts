// The conversation with the model: messages are added at its end, and none is ever changed, so that what a provider has
// cached of it stays good.

import type {
	AssistantMessage,
	ChatModel,
	Message,
	ModelRequest,
	ToolCall,
} from "./chat-model";

/** Who shows the conversation. */
export interface ConversationWatcher {
	/** The host says something; the reminder is the part of it that shows the list. */
	readonly hostSays: (text: string, reminder?: string) => void;
	readonly modelBegins: (name: string) => void;
	readonly modelWrites: (text: string) => void;
	readonly modelCalls: (call: ToolCall) => void;
	/** The model's answer is whole, or it was stopped in the middle. */
	readonly modelEnds: (isWhole: boolean) => void;
	readonly toolAnswers: (call: ToolCall, text: string, ok: boolean) => void;
}

export class Conversation {
	readonly #messages: Message[] = [];
	/** Calls without an answer: a model's endpoint refuses a conversation that has some. */
	#unanswered: ToolCall[] = [];

	constructor(
		systemPrompt: string,
		private readonly watcher: ConversationWatcher,
	) {
		this.#messages.push({ role: "system", text: systemPrompt });
	}

	get messages(): readonly Message[] {
		return this.#messages;
	}

	tell(text: string, reminder?: string): void {
		const whole = [text, reminder]
			.filter((part) => part !== undefined && part !== "")
			.join("\n\n");
		if (whole === "") return;
		// Somebody settled the todo in the middle of its step.
		this.answerRest("Stopped before it was done.");
		this.#messages.push({ role: "user", text: whole });
		this.watcher.hostSays(text, reminder);
	}

	/** Lets the model answer. An answer that breaks off is shown, and no part of the conversation. */
	async ask(
		model: ChatModel,
		tools: ModelRequest["tools"],
		signal: AbortSignal,
	): Promise<AssistantMessage> {
		this.answerRest("Stopped before it was done.");
		this.watcher.modelBegins(model.name);
		let text = "";
		const calls: ToolCall[] = [];
		let isWhole = false;
		try {
			for await (const piece of model.answer({
				messages: this.#messages,
				tools,
				signal,
			})) {
				signal.throwIfAborted();
				if ("text" in piece) {
					text += piece.text;
					this.watcher.modelWrites(piece.text);
				} else {
					calls.push(piece.call);
					this.watcher.modelCalls(piece.call);
				}
			}
			signal.throwIfAborted();
			isWhole = true;
		} finally {
			this.watcher.modelEnds(isWhole);
		}
		const answer: AssistantMessage = { role: "assistant", text, calls };
		this.#messages.push(answer);
		this.#unanswered = [...calls];
		return answer;
	}

	answer(call: ToolCall, text: string, ok: boolean): void {
		this.#unanswered = this.#unanswered.filter(({ id }) => id !== call.id);
		this.#messages.push({
			role: "tool",
			callId: call.id,
			name: call.name,
			text,
			ok,
		});
		this.watcher.toolAnswers(call, text, ok);
	}

	/** Answers the calls that were not carried out. */
	answerRest(text: string): void {
		for (const call of this.#unanswered) this.answer(call, text, false);
	}
}
