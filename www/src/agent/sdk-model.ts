// A model of the AI SDK. Whoever follows the script loads none of this.

import { todoTools } from "agent-todos/ai-sdk";
import type { PromptTool } from "agent-todos/prompt-api";
import type { ScribeModel } from "agent-todos/scribe";
import type {
	AssistantModelMessage,
	JSONSchema7,
	LanguageModel,
	Tool,
	ToolSet,
} from "ai";
import {
	APICallError,
	generateText,
	jsonSchema,
	Output,
	RetryError,
	streamText,
} from "ai";
import type { ChatModel, Reply, TurnRequest } from "./chat-model";
import { messageOf, TurnCalls } from "./chat-model";
import { brokenOff, ModelError, unreachable } from "./model-error";
import { PageError } from "./page-acts";

export class SdkModel implements ChatModel {
	readonly name: string;

	constructor(private readonly model: LanguageModel) {
		this.name = typeof model === "string" ? model : model.modelId;
	}

	async reply(request: TurnRequest): Promise<Reply> {
		try {
			return await this.#stream(request);
		} catch (error) {
			throw RetryError.isInstance(error)
				? ofCall(error.lastError)
				: ofCall(error);
		}
	}

	/** Asks it on its own, outside of a conversation. */
	readonly ask: ScribeModel = (prompt, schema, { signal }) =>
		generateText({
			model: this.model,
			prompt,
			output: Output.object({ schema: jsonSchema({ ...schema }) }),
			abortSignal: signal,
		});

	async #stream({
		instructions,
		remind,
		signal,
		schema,
		watcher,
		add,
		...offered
	}: TurnRequest): Promise<Reply> {
		const calls = new TurnCalls(watcher);
		let said: AssistantModelMessage["content"] | undefined;
		let isShown = false;
		const end = () => {
			if (!isShown) watcher.modelEnds(said !== undefined);
			isShown = true;
		};
		const answered = (id: string, text: string, ok: boolean) => {
			end();
			calls.answer(id, text, ok);
		};
		const messages = remind();
		watcher.modelBegins(this.name);
		const result = streamText({
			model: this.model,
			instructions,
			messages,
			tools: toolsOf(offered),
			// A person has one hand on the mouse, too.
			toolCallConcurrency: 1,
			abortSignal: signal,
			...(schema && {
				output: Output.object({ schema: jsonSchema({ ...schema }) }),
			}),
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
						calls.begin({ id, name, args: JSON.stringify(input) });
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
			if (said !== undefined && calls.count > 0) {
				end();
				calls.stop();
				add({ role: "assistant", content: said });
				add({ role: "tool", content: calls.results });
			}
			end();
			throw error;
		}
		end();
		for (const message of await result.responseMessages) add(message);
		return {
			text: await result.text,
			calls: calls.count,
			usage: await result.usage,
		};
	}
}

/** Returns the tools of a turn as the SDK has them. */
function toolsOf({
	tools,
	listTools,
	conversation,
}: Pick<TurnRequest, "tools" | "listTools" | "conversation">): ToolSet {
	const ofList = Object.entries(todoTools(conversation)).filter(([name]) =>
		listTools.includes(name),
	);
	return {
		...Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)])),
		...Object.fromEntries(ofList),
	};
}

const toolOf = ({
	description,
	inputSchema,
	execute,
}: PromptTool): Tool<unknown, string> => ({
	description,
	inputSchema: jsonSchema({ ...inputSchema } as JSONSchema7),
	execute: (args, { abortSignal: signal }) => execute(args, { signal }),
});

/** Returns what an endpoint answered as a sentence for the reader, and anything else as it is. */
function ofCall(error: unknown): unknown {
	if (!APICallError.isInstance(error)) return error;
	return new ModelError(sentenceFor(error), { cause: error });
}

function sentenceFor({ statusCode: status, url, message }: APICallError) {
	if (status === undefined) return unreachable(url, message);
	if (status < 300) return brokenOff(message);
	if (status === 401 || status === 403)
		return `The endpoint refuses the key (${status}): ${message}`;
	if (status === 429 || status === 529)
		return `The endpoint receives too many requests (${status}): ${message} Continue later.`;
	return `The endpoint refuses the request (${status}): ${message}`;
}
