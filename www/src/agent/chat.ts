// The agent's conversation with its model, as messages of the AI SDK: they are added at its end,
// and none is ever changed, so that what a provider has cached of it stays good.

import type { Conversation } from "agent-todos";
import type { ModelMessage } from "ai";
import type {
	ChatModel,
	ChatWatcher,
	Form,
	Reply,
	TurnTools,
} from "./chat-model";
import { modelErrorOf } from "./model-error";
import { PageError } from "./page-acts";

/** What is asked of the model in one turn. */
export interface Question<Answer> extends TurnTools {
	readonly model: ChatModel;
	readonly signal: AbortSignal;
	/** The form of the answer, where it is no text. */
	readonly form?: Form<Answer> | undefined;
}

/** What the model did with its turn. */
export interface Turn<Answer> extends Reply {
	/** Undefined where the answer has not the form that was asked for. */
	readonly answer: Answer | undefined;
}

export class Chat {
	readonly #shown = new WeakSet<ModelMessage>();
	#turning: Promise<unknown> = Promise.resolve();

	/** `messages` are those of a conversation that goes on. */
	constructor(
		private readonly instructions: string,
		readonly conversation: Conversation,
		private readonly watcher: ChatWatcher,
		readonly messages: ModelMessage[] = [],
	) {
		for (const message of messages) this.#shown.add(message);
	}

	tell(text: string): void {
		this.#add({ role: "user", content: text });
		this.watcher.hostSays(text);
	}

	/**
	 * Lets the model answer once, and carries its calls out. An answer that breaks off is shown, and
	 * no part of the conversation. Rejects with the signal's reason once that is aborted, with a
	 * `ModelError` for what keeps the model from answering, and with a `PageError` for a page that
	 * does not load.
	 */
	async turn<Answer>({
		model,
		tools,
		listTools,
		signal,
		form,
	}: Question<Answer>): Promise<Turn<Answer>> {
		// One that was aborted may still be on its way to its end.
		await this.#turning;
		signal.throwIfAborted();
		const { instructions, messages, conversation, watcher } = this;
		const reply = model
			.reply({
				instructions,
				messages,
				remind: () => this.#remind(),
				conversation,
				tools,
				listTools,
				signal,
				schema: form?.schema,
				watcher,
				add: (message) => this.#add(message),
			})
			.catch((error: unknown) => {
				signal.throwIfAborted();
				throw error instanceof PageError ? error : modelErrorOf(error);
			});
		this.#turning = reply.catch(() => {});
		const said = await reply;
		return { ...said, answer: form?.read(parsed(said.text)) };
	}

	/** Returns the messages with the reminders that belong among them; a new one is shown. */
	#remind(): ModelMessage[] {
		const messages = this.conversation.remind(
			this.messages,
			(content): ModelMessage => ({ role: "user", content }),
		);
		const last = messages.at(-1);
		if (last && !this.#shown.has(last)) {
			this.#shown.add(last);
			this.watcher.hostSays("", String(last.content));
		}
		return messages;
	}

	#add(message: ModelMessage): void {
		this.messages.push(message);
		this.#shown.add(message);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
