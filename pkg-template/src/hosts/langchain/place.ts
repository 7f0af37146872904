// Where a model reads the reminders, which are no messages of the graph's state.

import type { BaseMessage } from "@langchain/core/messages";
import type { Reminder } from "./state.js";

/**
 * Returns the messages of a request with the reminders, each after its message. One whose message
 * is not in the request is read before the next one, or at the end, so that the model reads them in
 * their order.
 */
export function placeReminders(
	messages: readonly BaseMessage[],
	reminders: readonly Reminder[],
	makeMessage: (text: string) => BaseMessage,
): BaseMessage[] {
	const placed: BaseMessage[] = [];
	let next = 0;
	const addUntil = (end: number) => {
		for (const { text } of reminders.slice(next, end))
			if (text !== undefined) placed.push(makeMessage(text));
		next = Math.max(next, end);
	};
	/** How many reminders the model has read after the message with an id. */
	const read = new Map(reminders.map(({ after }, place) => [after, place + 1]));
	const addAfter = (id: string | undefined) => addUntil(read.get(id) ?? 0);
	addAfter(undefined);
	for (const message of messages) {
		placed.push(message);
		if (message.id !== undefined) addAfter(message.id);
	}
	addUntil(reminders.length);
	return placed;
}

/** Returns the reminders whose messages are still in the state. */
export function keepPlaced(
	messages: readonly BaseMessage[],
	reminders: readonly Reminder[],
): Reminder[] {
	const ids = new Set<string | undefined>(messages.map(({ id }) => id));
	return reminders.filter(({ after }) => after === undefined || ids.has(after));
}

/**
 * Returns whether the model still knows the list: whether everything from which it does is
 * among what is `left`, beginning with the last whole list.
 */
export function isKnown(
	reminders: readonly Reminder[],
	left: readonly Reminder[],
): boolean {
	const lastWhole = reminders.map(({ isWhole }) => isWhole).lastIndexOf(true);
	return reminders
		.slice(Math.max(0, lastWhole))
		.every((reminder) => left.includes(reminder));
}
