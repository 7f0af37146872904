// What keeps a model from answering, in a sentence for the reader.

import { APICallError, RetryError } from "ai";

export class ModelError extends Error {
	override readonly name = "ModelError";
}

/** Returns what the AI SDK, or the browser's own model, threw. */
export function modelErrorOf(error: unknown): ModelError {
	if (error instanceof ModelError) return error;
	const cause = RetryError.isInstance(error) ? error.lastError : error;
	return new ModelError(sentenceFor(cause), { cause });
}

function sentenceFor(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	if (APICallError.isInstance(error)) {
		const { statusCode: status, url } = error;
		if (status === undefined) return unreachable(url, message);
		if (status < 300) return brokenOff(message);
		if (status === 401 || status === 403)
			return `The endpoint refuses the key (${status}): ${message}`;
		if (status === 429 || status === 529)
			return `The endpoint receives too many requests (${status}): ${message} Continue later.`;
		return `The endpoint refuses the request (${status}): ${message}`;
	}
	// What fetch rejects with, which tells no more.
	if (error instanceof TypeError && message === "Failed to fetch")
		return unreachable("The endpoint", message);
	return brokenOff(message);
}

const brokenOff = (why: string): string =>
	`The answer broke off: ${why}. Continue to ask again.`;

const unreachable = (what: string, why: string): string =>
	`${what} cannot be reached from this page (${why}). It has to be up, and to allow requests of other origins (CORS).`;
