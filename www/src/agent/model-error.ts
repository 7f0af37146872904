// What keeps a model from answering, in a sentence for the reader.

import { messageOf } from "./chat-model";

export class ModelError extends Error {
	override readonly name = "ModelError";
}

/** Returns what the model, or what reaches it, threw. */
export function modelErrorOf(error: unknown): ModelError {
	if (error instanceof ModelError) return error;
	return new ModelError(sentenceFor(error), { cause: error });
}

function sentenceFor(error: unknown): string {
	const message = messageOf(error);
	// What fetch rejects with, which tells no more.
	return error instanceof TypeError && message === "Failed to fetch"
		? unreachable("The endpoint", message)
		: brokenOff(message);
}

export const brokenOff = (why: string): string =>
	`The answer broke off: ${why}. Continue to ask again.`;

export const unreachable = (what: string, why: string): string =>
	`${what} cannot be reached from this page (${why}). It has to be up, and to allow requests of other origins (CORS).`;
