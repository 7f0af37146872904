// Writes calls as a model does, piece by piece, for the list that shows them meanwhile.

import type { Conversation } from "agent-todos";
import { sleep } from "./agent/abortable";
import type { ModelCall } from "./wording";

/** The characters that a model writes in a second, and how long a piece takes, in milliseconds. */
const charactersPerSecond = 300;
const frameMs = 50;

/**
 * Resolves when the calls are written, and rejects with the signal's reason when that is aborted.
 */
export async function write(
	calls: readonly ModelCall[],
	conversation: Conversation,
	signal: AbortSignal,
): Promise<void> {
	for (const [place, { tool, text }] of calls.entries()) {
		const begun = Date.now();
		for (let length = 0; length < text.length; ) {
			await sleep(frameMs, signal);
			length = Math.round(((Date.now() - begun) / 1000) * charactersPerSecond);
			conversation.preview(tool, text.slice(0, length), `${place}`);
		}
	}
}
