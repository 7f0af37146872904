// Reminders in the messages of a host that forgets them: what a hook of the AI SDK or of OpenAI's Agents SDK adds to the messages of one
// call of the model is not among those of the next. There it is put back where it stood.

import type { Conversation } from "./exports.js";

/**
 * Returns a function from the messages that the host wants to send to those with their reminders: each that was told before at its
 * place, so that nothing before the end is ever rewritten, and the new one at the end, when there is one to give. Where the host took
 * messages out of the conversation, and the list with them, that is the whole list.
 */
export function placing<Message extends object>(
	conversation: Conversation<boolean>,
	reminderOf: (content: string) => Message,
): (messages: readonly Message[]) => Message[] {
	/** The messages that the model was sent last. */
	let sent: readonly Message[] = [];
	/** The reminders among them. */
	const told = new WeakSet<Message>();
	/** What the messages must hold for the model to know the list: the last reminder that was the whole of it, and those since. */
	let needed: Message[] = [];

	/** The messages with the reminders that they lack, each where it stood; as they are from where they differ from what was sent. */
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
		// A copy: what is returned is the host's.
		sent = [...whole];
		return whole;
	};
}

/** Whether a reminder that was just given is the whole list. */
export function isWhole(
	reminder: string,
	{ store }: Conversation<boolean>,
): boolean {
	return reminder.endsWith(`${store.getXml()}</browser-state>`);
}

/** Whether two messages, or parts of them, are the same: hosts copy and store them. What is undefined counts as not there. */
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
