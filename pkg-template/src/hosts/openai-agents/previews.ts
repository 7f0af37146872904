// Previews of the calls that a run of OpenAI's Agents SDK streams.

import type { RunStreamEvent } from "@openai/agents";
import type { Conversation } from "../../tools/conversation.js";
import { Previews } from "../previews.js";

/** Passes the events of a run on, and shows what they say of the calls. */
export async function* showPreviews<Event extends RunStreamEvent>(
	conversation: Conversation,
	events: AsyncIterable<Event>,
): AsyncGenerator<Event, void, undefined> {
	const request = new RunPreviews(conversation);
	try {
		for await (const event of events) {
			request.receive(event);
			yield event;
		}
	} finally {
		request.previews.endAll();
	}
}

class RunPreviews {
	readonly previews: Previews;
	/** The ids of the calls of the model's latest answer, by what its events call them. */
	readonly #ids = new Map<unknown, string>();

	constructor(conversation: Conversation) {
		this.previews = new Previews(conversation);
	}

	receive(event: RunStreamEvent): void {
		if (event.type === "raw_model_stream_event") {
			const { data } = event;
			if (data.type === "response_started") this.#ids.clear();
			if (data.type === "model") this.#receiveModelEvent(Object(data.event));
		} else if (
			event.type === "run_item_stream_event" &&
			event.name === "tool_output"
		) {
			// A program that reads the events late sees the call after it was carried out.
			const { callId } = Object(event.item.rawItem) as { callId?: string };
			this.previews.end(String(callId));
		}
	}

	/**
	 * Receives an event of OpenAI's Responses or Chat Completions, or a part of a model of the AI
	 * SDK.
	 */
	#receiveModelEvent({ type, ...event }: ModelEvent): void {
		const { choices, item, output_index: place, id } = event;
		for (const { delta } of choices ?? [])
			for (const { index, id, function: call } of delta?.tool_calls ?? []) {
				if (id && call?.name) this.#begin(index, id, call.name);
				this.#add(index, call?.arguments);
			}
		if (type === "response.output_item.added" && item?.type === "function_call")
			this.#begin(place, item.call_id, item.name);
		if (type === "response.function_call_arguments.delta")
			this.#add(place, event.delta);
		if (type === "tool-input-start") this.#begin(id, id, event.toolName);
		if (type === "tool-input-delta") this.#add(id, event.delta);
	}

	#begin(place: unknown, id: unknown, name: unknown): void {
		this.#ids.set(place, String(id));
		this.previews.begin(String(id), String(name));
	}

	#add(place: unknown, piece: unknown): void {
		const id = this.#ids.get(place);
		if (id !== undefined && typeof piece === "string")
			this.previews.add(id, piece);
	}
}

/** What is read of an event as the model sent it, which the SDK does not look at. */
interface ModelEvent {
	readonly type?: string;
	readonly output_index?: number;
	readonly item?: {
		readonly type?: string;
		readonly call_id?: string;
		readonly name?: string;
	};
	readonly delta?: string;
	readonly id?: string;
	readonly toolName?: string;
	readonly choices?: ReadonlyArray<{
		readonly delta?: {
			readonly tool_calls?: ReadonlyArray<{
				readonly index: number;
				readonly id?: string;
				readonly function?: {
					readonly name?: string;
					readonly arguments?: string;
				};
			}>;
		};
	}>;
}
