// What a model is to the agent: it gets a conversation and tools, and answers with text and tool calls, piece by piece. The
// scripted model and those behind an endpoint all look like this.

import type { JsonSchema } from "agent-todos";

/** A call as the model wrote it: its arguments are JSON text, which may be broken. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	readonly args: string;
}

export interface AssistantMessage {
	readonly role: "assistant";
	readonly text: string;
	readonly calls: readonly ToolCall[];
}

export type Message =
	| { readonly role: "system" | "user"; readonly text: string }
	| AssistantMessage
	| {
			readonly role: "tool";
			readonly callId: string;
			readonly name: string;
			readonly text: string;
			readonly ok: boolean;
	  };

/** A tool as a model is shown it. */
export interface ToolSpec {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: JsonSchema;
}

export interface ModelRequest {
	readonly messages: readonly Message[];
	readonly tools: readonly ToolSpec[];
	readonly signal: AbortSignal;
}

/** A piece of an answer: some more text, or a call once it is whole. */
export type Piece = { readonly text: string } | { readonly call: ToolCall };

export interface ChatModel {
	/** What to call it on the page. */
	readonly name: string;
	/** Throws a `ModelError` for whatever keeps it from answering, and the signal's reason once that is aborted. */
	answer(request: ModelRequest): AsyncIterable<Piece>;
}

export type ModelErrorCode =
	| "unreachable"
	| "unauthorized"
	| "too_many_requests"
	| "refused"
	| "not_a_stream"
	| "broken_off"
	| "cut_short";

/** A model that does not answer, and why, in a sentence for the reader. */
export class ModelError extends Error {
	override readonly name = "ModelError";

	constructor(
		readonly code: ModelErrorCode,
		message: string,
	) {
		super(message);
	}
}
