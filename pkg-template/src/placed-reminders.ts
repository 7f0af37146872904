// Reminders for hosts that forget them: a message that a hook of the AI SDK or of OpenAI's Agents SDK adds for one
// call of the model is missing in the next one. There it is put back in its place.

import type { Conversation } from "./exports.js";

/**
 * Returns a function that adds the reminders to the messages that a host wants to send: the earlier ones in their
 * places, so that nothing before the end is ever rewritten, and the new one at the end, if there is one. If the host
 * has removed messages that held the list, the new one is the whole list.
 */
export function placing<Message extends object>(
	conversation: Conversation<boolean>,
	reminderOf: (content: string) => Message,
): (messages: readonly Message[]) => Message[] {
	/** The messages that were last sent to the model. */
	let sent: readonly Message[] = [];
	/** The reminders among them. */
	const told = new WeakSet<Message>();
	/**
	 * The reminders that the messages must contain for the model to know the list: the last one with the whole list,
	 * and those since.
	 */
	let needed: Message[] = [];

	/** Puts the missing reminders back in their places, up to the first message that differs from what was sent. */
	const restored = (messages: readonly Message[]): Message[] => {
		const whole: Message[] = [];
		let next = 0;
		for (const message of sent) {
			if (isSame(message, messages[next])) next++;
			else if (!told.has(message)) break;
			whole.push(message);
		}
		return [...whole, ...messages.slice(next)];
	};

	return (messages) => {
		const whole = restored(messages);
		const isThere = (reminder: Message) =>
			whole.includes(reminder) ||
			whole.some((message) => isSame(message, reminder));
		if (!needed.every(isThere)) {
			needed = [];
			conversation.compacted();
		}
		const content = conversation.reminder();
		if (content !== undefined) {
			const reminder = reminderOf(content);
			if (isWhole(content, conversation)) needed = [];
			needed.push(reminder);
			told.add(reminder);
			whole.push(reminder);
		}
		// A copy, as the host may change what is returned.
		sent = [...whole];
		return whole;
	};
}

/** Whether a new reminder is the whole list. */
export function isWhole(
	reminder: string,
	{ store }: Conversation<boolean>,
): boolean {
	return reminder.endsWith(`${store.getXml()}</browser-state>`);
}

/** Whether two messages, or parts of them, are equal, as hosts copy and store them. Undefined counts as absent. */
function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (
		typeof a !== "object" ||
		a === null ||
		typeof b !== "object" ||
		b === null
	)
		return false;
	if (a instanceof URL || b instanceof URL) return String(a) === String(b);
	const [bytesA, bytesB] = [bytesOf(a), bytesOf(b)];
	if (bytesA || bytesB)
		return (
			bytesA !== undefined &&
			bytesA.length === bytesB?.length &&
			bytesA.every((byte, at) => byte === bytesB[at])
		);
	const [inA, inB] = [
		a as Record<string, unknown>,
		b as Record<string, unknown>,
	];
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
		isSame(inA[key], inB[key]),
	);
}

function bytesOf(value: object): Uint8Array | undefined {
	return value instanceof ArrayBuffer
		? new Uint8Array(value)
		: value instanceof Uint8Array
			? value
			: undefined;
}
