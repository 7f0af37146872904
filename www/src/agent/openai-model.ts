// A model behind an endpoint that speaks OpenAI's chat completions, as most servers and gateways do.
// Its form: https://platform.openai.com/docs/api-reference/chat-streaming

import type { ChatModel, Message, ModelRequest, Piece } from "./chat-model";
import { ModelError } from "./chat-model";
import {
	cutShort,
	dataOf,
	endedEarly,
	messageIn,
	streamedEvents,
} from "./event-stream";

export interface Endpoint {
	/** Without the last part: "https://api.openai.com/v1". */
	readonly url: string;
	readonly key: string;
	readonly model: string;
}

interface CallDelta {
	readonly index?: number;
	readonly id?: string | null;
	readonly function?: {
		readonly name?: string | null;
		readonly arguments?: string | null;
	};
}

interface Chunk {
	readonly choices?: readonly {
		readonly delta?: {
			readonly content?: string | null;
			readonly refusal?: string | null;
			readonly tool_calls?: readonly CallDelta[] | null;
		};
		readonly finish_reason?: string | null;
	}[];
	readonly error?: unknown;
}

export class OpenAiModel implements ChatModel {
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
		const functions = tools.map(({ name, description, inputSchema }) => ({
			type: "function",
			function: { name, description, parameters: inputSchema },
		}));
		const events = streamedEvents({
			url: `${url.replace(/\/+$/, "")}/chat/completions`,
			// A server on one's own machine has no key.
			headers: key === "" ? {} : { authorization: `Bearer ${key}` },
			body: {
				model,
				stream: true,
				messages: messages.map(sent),
				...(functions.length > 0 ? { tools: functions } : {}),
			},
			signal,
		});
		const calls: { id: string; name: string; args: string }[] = [];
		let finish: string | undefined;
		for await (const { data } of events) {
			if (data === "[DONE]") break;
			const chunk = dataOf<Chunk>(data);
			if (chunk.error)
				throw new ModelError(
					"refused",
					`The endpoint says in the middle of its answer: ${messageIn(data)}`,
				);
			const [choice] = chunk.choices ?? [];
			const text = choice?.delta?.content ?? choice?.delta?.refusal;
			if (text) yield { text };
			for (const delta of choice?.delta?.tool_calls ?? []) addTo(calls, delta);
			finish = choice?.finish_reason ?? finish;
		}
		if (finish === undefined) throw endedEarly();
		if (finish === "length")
			throw cutShort("it has come to its limit of tokens");
		if (finish === "content_filter")
			throw cutShort("the endpoint's filter stopped it");
		for (const { id, name, args } of calls)
			yield { call: { id, name, args: args === "" ? "{}" : args } };
	}
}

/** A call comes in pieces: first its name, then its arguments bit by bit. */
function addTo(
	calls: { id: string; name: string; args: string }[],
	{ index, id, function: called }: CallDelta,
): void {
	// Some servers leave the index out, and send each call in one piece.
	const place = index ?? (called?.name ? calls.length : calls.length - 1);
	const call = calls[place] ?? {
		id: id || crypto.randomUUID(),
		name: "",
		args: "",
	};
	calls[place] = call;
	call.name += called?.name ?? "";
	call.args += called?.arguments ?? "";
}

function sent(message: Message): object {
	switch (message.role) {
		case "system":
		case "user":
			return { role: message.role, content: message.text };
		case "assistant": {
			const calls = message.calls.map(({ id, name, args }) => ({
				id,
				type: "function",
				function: { name, arguments: args },
			}));
			return {
				role: "assistant",
				content: message.text,
				...(calls.length > 0 ? { tool_calls: calls } : {}),
			};
		}
		case "tool":
			return {
				role: "tool",
				tool_call_id: message.callId,
				content: message.text,
			};
	}
}
