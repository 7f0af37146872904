// The tool calls of a run's step, for adapters that carry out the tools of the host: the run counts
// each before it is made.

import type { Conversation } from "./conversation.js";

type Count = (name: string) => void;

const counters = new WeakMap<Conversation, Count>();

/**
 * Counts the calls of a conversation with `count`, from now on. Returns the function that stops
 * this.
 */
export function countCalls(
	conversation: Conversation,
	count: Count,
): () => void {
	counters.set(conversation, count);
	return () => {
		if (counters.get(conversation) === count) counters.delete(conversation);
	};
}

/** Counts a call of a tool, before it is made. Throws `over_budget` if it must not be made. */
export function countCall(conversation: Conversation, name: string): void {
	counters.get(conversation)?.(name);
}
