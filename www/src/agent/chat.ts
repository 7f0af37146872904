// The agent's conversation with its model, as messages of the AI SDK: they are added at its end,
// and none is ever changed, so that what a provider has cached of it stays good.

import type { Conversation } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import type {
	AssistantModelMessage,
	LanguageModel,
	LanguageModelUsage,
	ModelMessage,
	Schema,
	ToolModelMessage,
	ToolSet,
} from "ai";
import { NoObjectGeneratedError, Output, streamText } from "ai";
import { ModelError, modelErrorOf } from "./model-error";
import { PageError } from "./page-acts";
import { PromptApiModel } from "./prompt-api-model";
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

/** What is asked of the model in one turn. */
export interface Question<Answer> {
	readonly model: LanguageModel | PromptApiModel;
	readonly tools: ToolSet;
	readonly signal: AbortSignal;
	/** The form of the answer, where it is no text. */
	readonly form?: Schema<Answer> | undefined;
}

/** What the model did with its turn. */
export interface Turn<Answer> {
	readonly text: string;
	/** How many tools it called. */
	readonly calls: number;
	/** Undefined where the answer has not the form that was asked for. */
	readonly answer: Answer | undefined;
	/** The tokens of the turn, as far as the endpoint reports them. */
	readonly usage?: LanguageModelUsage | undefined;
}

/** What the model is answered for a call that was under way when its turn was stopped. */
const stopped = "Stopped before it was done.";

export class Chat {
	readonly #prepare: ReturnType<typeof todoPrepareStep>;
	readonly #shown = new WeakSet<ModelMessage>();
	#turning: Promise<unknown> = Promise.resolve();

	/** `messages` are those of a conversation that goes on. */
	constructor(
		private readonly instructions: string,
		private readonly conversation: Conversation,
		private readonly watcher: ChatWatcher,
		readonly messages: ModelMessage[] = [],
	) {
		this.#prepare = todoPrepareStep(conversation);
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
	async turn<Answer>(question: Question<Answer>): Promise<Turn<Answer>> {
		// One that was aborted may still be on its way to its end.
		await this.#turning;
		const { model, signal } = question;
		signal.throwIfAborted();
		const turn = (
			model instanceof PromptApiModel
				? this.#prompt(model, question)
				: this.#stream(model, question)
		).catch((error: unknown) => {
			signal.throwIfAborted();
			throw error instanceof PageError ? error : modelErrorOf(error);
		});
		this.#turning = turn.catch(() => {});
		return turn;
	}

	async #stream<Answer>(
		model: LanguageModel,
		{ tools, signal, form }: Question<Answer>,
	): Promise<Turn<Answer>> {
		const { watcher } = this;
		const open = new Map<string, ToolCall>();
		const results: ToolModelMessage["content"] = [];
		let said: AssistantModelMessage["content"] | undefined;
		let isShown = false;
		const end = () => {
			if (!isShown) watcher.modelEnds(said !== undefined);
			isShown = true;
		};
		const answered = (id: string, text: string, ok: boolean) => {
			end();
			const call = open.get(id);
			if (!call) return;
			open.delete(id);
			watcher.toolAnswers(call, text, ok);
			results.push({
				type: "tool-result",
				toolCallId: id,
				toolName: call.name,
				output: { type: ok ? "text" : "error-text", value: text },
			});
		};
		const result = streamText({
			model,
			instructions: this.instructions,
			messages: this.messages,
			tools,
			// A person has one hand on the mouse, too.
			toolCallConcurrency: 1,
			abortSignal: signal,
			...(form && { output: Output.object({ schema: form }) }),
			prepareStep: ({ messages }) => this.#reminded(model, messages),
			onLanguageModelCallEnd: ({ content }) => {
				said = content.filter(
					(part) => part.type === "text" || part.type === "tool-call",
				);
			},
			onToolExecutionStart: end,
			// The stream has it, too.
			onError: () => {},
		});
		try {
			for await (const part of result.fullStream) {
				switch (part.type) {
					case "text-delta":
						watcher.modelWrites(part.text);
						break;
					case "tool-call": {
						const { toolCallId: id, toolName: name, input } = part;
						const call = { id, name, args: JSON.stringify(input) };
						open.set(id, call);
						watcher.modelCalls(call);
						break;
					}
					case "tool-result":
						answered(part.toolCallId, String(part.output), true);
						break;
					case "tool-error":
						answered(part.toolCallId, messageOf(part.error), false);
						if (part.error instanceof PageError) throw part.error;
						break;
					case "error":
						throw part.error;
				}
			}
			signal.throwIfAborted();
			const finish = await result.finishReason;
			if (finish === "length")
				throw new ModelError(
					"The model did not finish its answer: it has come to its limit of tokens.",
				);
			if (finish === "content-filter")
				throw new ModelError(
					"The model did not finish its answer: the endpoint’s filter stopped it.",
				);
		} catch (error) {
			if (said !== undefined && open.size + results.length > 0) {
				for (const id of [...open.keys()]) answered(id, stopped, false);
				this.#add({ role: "assistant", content: said });
				this.#add({ role: "tool", content: results });
			}
			end();
			throw error;
		}
		end();
		for (const message of await result.responseMessages) this.#add(message);
		return {
			text: await result.text,
			calls: results.length,
			usage: await result.usage,
			answer: form && (await objectOf<Answer>(result.output)),
		};
	}

	/** Returns the model of the browser itself, which has a loop of its own. */
	async #prompt<Answer>(
		model: PromptApiModel,
		{ tools, signal, form }: Question<Answer>,
	): Promise<Turn<Answer>> {
		const { watcher, messages, instructions, conversation } = this;
		watcher.modelBegins(model.name);
		let isWhole = false;
		try {
			const text = await model.answer({
				instructions,
				messages,
				conversation,
				tools,
				signal,
				constraint: await form?.jsonSchema,
				called: watcher.modelCalls,
				answered: watcher.toolAnswers,
			});
			watcher.modelWrites(text);
			this.#add({ role: "assistant", content: text });
			isWhole = true;
			const answer = form && (await form.validate?.(parsed(text)));
			return {
				text,
				calls: 0,
				answer: answer?.success ? answer.value : undefined,
			};
		} finally {
			watcher.modelEnds(isWhole);
		}
	}

	/** Returns the messages with the reminders that belong among them; a new one is shown. */
	#reminded(
		model: LanguageModel,
		before: readonly ModelMessage[],
	): { messages: ModelMessage[] } {
		const { watcher } = this;
		const { messages } = this.#prepare({ messages: before });
		const last = messages.at(-1);
		if (last && !this.#shown.has(last)) {
			this.#shown.add(last);
			watcher.hostSays("", String(last.content));
		}
		watcher.modelBegins(typeof model === "string" ? model : model.modelId);
		return { messages };
	}

	#add(message: ModelMessage): void {
		this.messages.push(message);
		this.#shown.add(message);
	}
}

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

async function objectOf<Answer>(
	output: PromiseLike<unknown>,
): Promise<Answer | undefined> {
	try {
		return (await output) as Answer;
	} catch (error) {
		if (NoObjectGeneratedError.isInstance(error)) return undefined;
		throw error;
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
