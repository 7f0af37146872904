// A model behind an endpoint that speaks Anthropic's messages.
// Its form: https://docs.anthropic.com/en/api/messages-streaming

import type { ChatModel, Message, ModelRequest, Piece } from "./chat-model";
import { ModelError } from "./chat-model";
import {
	cutShort,
	dataOf,
	endedEarly,
	messageIn,
	streamedEvents,
} from "./event-stream";
import type { Endpoint } from "./openai-model";
import { objectIn, parsedArgs } from "./tool";

/** What an answer may be long at most, in tokens; this API wants it said. */
const maxTokens = 4096;

interface StreamEvent {
	readonly type: string;
	readonly content_block?: {
		readonly type: string;
		readonly id?: string;
		readonly name?: string;
	};
	readonly delta?: {
		readonly type?: string;
		readonly text?: string;
		readonly partial_json?: string;
		readonly stop_reason?: string | null;
	};
}

type Block = { readonly type: string; readonly [field: string]: unknown };

export class AnthropicModel implements ChatModel {
	readonly name: string;

	constructor(private readonly endpoint: Endpoint) {
		this.name = endpoint.model;
	}

	async *answer({
		messages,
		tools,
		signal,
	}: ModelRequest): AsyncGenerator<Piece> {
		const { url, key, model } = this.endpoint;
		const events = streamedEvents({
			url: `${url.replace(/\/+$/, "")}/messages`,
			// The last one is how this API lets a page of the reader's own use it.
			headers: {
				"x-api-key": key,
				"anthropic-version": "2023-06-01",
				"anthropic-dangerous-direct-browser-access": "true",
			},
			body: {
				model,
				max_tokens: maxTokens,
				stream: true,
				system: messages.find(({ role }) => role === "system")?.text ?? "",
				messages: sent(messages),
				...(tools.length > 0
					? {
							tools: tools.map(({ name, description, inputSchema }) => ({
								name,
								description,
								input_schema: inputSchema,
							})),
						}
					: {}),
			},
			signal,
		});
		let call: { id: string; name: string; args: string } | undefined;
		let stopped: string | undefined;
		for await (const { data } of events) {
			const event = dataOf<StreamEvent>(data);
			switch (event.type) {
				case "content_block_start":
					if (event.content_block?.type === "tool_use")
						call = {
							id: event.content_block.id ?? "",
							name: event.content_block.name ?? "",
							args: "",
						};
					break;
				case "content_block_delta":
					if (event.delta?.text) yield { text: event.delta.text };
					if (call) call.args += event.delta?.partial_json ?? "";
					break;
				case "content_block_stop":
					if (call)
						yield {
							call: { ...call, args: call.args === "" ? "{}" : call.args },
						};
					call = undefined;
					break;
				case "message_delta":
					stopped = event.delta?.stop_reason ?? stopped;
					break;
				case "error":
					throw new ModelError(
						"refused",
						`The endpoint says in the middle of its answer: ${messageIn(data)}`,
					);
				case "message_stop":
					if (stopped === "max_tokens")
						throw cutShort("it has come to its limit of tokens");
					if (stopped === "refusal") throw cutShort("the endpoint stopped it");
					return;
			}
		}
		throw endedEarly();
	}
}

/** Here only two take turns: what tools and host say between two answers is one message of the user's, results first. */
function sent(messages: readonly Message[]): object[] {
	const turns: { role: "user" | "assistant"; content: Block[] }[] = [];
	for (const message of messages) {
		if (message.role === "system") continue;
		const role = message.role === "assistant" ? "assistant" : "user";
		const blocks = blocksOf(message);
		const last = turns.at(-1);
		if (last?.role === role) last.content.push(...blocks);
		else if (blocks.length > 0) turns.push({ role, content: blocks });
	}
	return turns;
}

function blocksOf(message: Message): Block[] {
	switch (message.role) {
		case "tool":
			return [
				{
					type: "tool_result",
					tool_use_id: message.callId,
					content: message.text,
					is_error: !message.ok,
				},
			];
		case "assistant":
			return [
				...textBlock(message.text),
				// It takes objects alone; what the model wrote that was none is in the answer to it.
				...message.calls.map(({ id, name, args }) => ({
					type: "tool_use",
					id,
					name,
					input: objectIn(parsedArgs(args)) ?? {},
				})),
			];
		default:
			return textBlock(message.text);
	}
}

/** An empty text is refused. */
const textBlock = (text: string): Block[] =>
	text.trim() === "" ? [] : [{ type: "text", text }];
