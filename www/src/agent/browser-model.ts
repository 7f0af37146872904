// The browser's own model, where it has one: `LanguageModel` of the Prompt API. It needs no key, and nothing leaves the machine.
// https://github.com/webmachinelearning/prompt-api

import type { PromptContent, PromptMessage } from "agent-todos/prompt-api";
import type { ChatModel, Message, ModelRequest, Piece } from "./chat-model";
import { ModelError } from "./chat-model";

/** What is used here of the platform. Chromium 156 names a call `callID`, the explainer of 2026 `callId`. */
interface Platform {
	readonly LanguageModel?: {
		availability(options: object): Promise<string>;
		create(options: object): Promise<{
			prompt(input: PromptMessage[], options: object): Promise<unknown>;
			destroy(): void;
		}>;
	};
	readonly LanguageModelToolCall?: new (init: object) => object;
	readonly LanguageModelToolSuccess?: new (init: object) => object;
	readonly LanguageModelToolError?: new (init: object) => object;
}
const platform = globalThis as Platform;

// The page is in English, and so is what the model is asked to write.
const text = { type: "text", languages: ["en"] };
const toolCall = { type: "tool-call" };
const expected = {
	expectedInputs: [text, toolCall, { type: "tool-response" }],
	expectedOutputs: [text, toolCall],
};

export class BrowserModel implements ChatModel {
	readonly name = "the browser’s own";

	/** Whether this browser has a model that calls tools, or can fetch one. */
	static async isThere(): Promise<boolean> {
		try {
			const availability = await platform.LanguageModel?.availability(expected);
			return availability !== undefined && availability !== "unavailable";
		} catch {
			return false;
		}
	}

	/** A session for each answer: the conversation is kept by the page. */
	async *answer({
		messages,
		tools,
		signal,
	}: ModelRequest): AsyncGenerator<Piece> {
		const prompts = promptsOf(messages);
		let said: unknown;
		try {
			const session = await platform.LanguageModel?.create({
				...expected,
				initialPrompts: prompts.slice(0, -1),
				tools: tools.map(({ name, description, inputSchema }) => ({
					name,
					description,
					inputSchema: { ...inputSchema },
				})),
				signal,
			});
			try {
				said = await session?.prompt(prompts.slice(-1), { signal });
			} finally {
				session?.destroy();
			}
		} catch (error) {
			signal.throwIfAborted();
			throw new ModelError(
				"refused",
				`The browser’s model does not answer: ${(error as Error).message}`,
			);
		}
		if (!Array.isArray(said)) return void (yield { text: String(said) });
		for (const { type, value } of said as PromptContent[])
			if (type === "text") yield { text: String(value) };
			else if (type === "tool-call") yield { call: callOf(value) };
	}
}

function callOf(value: unknown) {
	const call = value as {
		readonly callId?: string;
		readonly callID?: string;
		readonly name: string;
		readonly arguments: unknown;
	};
	return {
		id: call.callId ?? call.callID ?? crypto.randomUUID(),
		name: call.name,
		args: JSON.stringify(call.arguments),
	};
}

/** The answers to the calls of one message are one message. */
function promptsOf(messages: readonly Message[]): PromptMessage[] {
	const prompts: PromptMessage[] = [];
	let answers: PromptContent[] | undefined;
	for (const message of messages) {
		if (message.role !== "tool") {
			answers = undefined;
			prompts.push({ role: message.role, content: contentOf(message) });
			continue;
		}
		if (answers === undefined) {
			answers = [];
			prompts.push({ role: "user", content: answers });
		}
		const { callId, name, ok, text } = message;
		const what = ok
			? { result: [{ type: "text", value: text }] }
			: { errorMessage: text };
		const Class = ok
			? platform.LanguageModelToolSuccess
			: platform.LanguageModelToolError;
		answers.push({
			type: "tool-response",
			value: made(Class, { callId, callID: callId, name, ...what }),
		});
	}
	return prompts;
}

function contentOf(
	message: Exclude<Message, { role: "tool" }>,
): string | PromptContent[] {
	if (message.role !== "assistant" || message.calls.length === 0)
		return message.text;
	const calls = message.calls.map(({ id, name, args }) => ({
		type: "tool-call",
		value: made(platform.LanguageModelToolCall, {
			callId: id,
			callID: id,
			name,
			arguments: JSON.parse(args) as unknown,
		}),
	}));
	return message.text === ""
		? calls
		: [{ type: "text", value: message.text }, ...calls];
}

function made(
	Class: (new (init: object) => object) | undefined,
	init: object,
): object {
	return Class ? new Class(init) : init;
}
