// Reminders for hosts that forget them: a message that a hook of the AI SDK or of OpenAI's Agents
// SDK adds for one call of the model is missing in the next one. There it is put back in its place.

import type { Conversation } from "../core/conversation.js";
import { isSame } from "../core/values.js";

/**
 * Returns a function that adds the reminders to the messages that a host wants to send: the earlier
 * ones in their places, so that nothing before the end is ever rewritten, and the new one at the
 * end, if there is one. If the host has removed messages that held the list, the new one is the
 * whole list.
 */
export function placeReminders<Message extends object>(
	conversation: Conversation,
	makeReminder: (content: string) => Message,
): (messages: readonly Message[]) => Message[] {
	/**
	 * The messages that were last sent to the model. Of the reminders among them, the host has
	 * copies.
	 */
	let sent: readonly Message[] = [];
	/** The reminders among them. */
	const remindersSent = new WeakSet<Message>();
	/**
	 * What the messages must contain for the model to know the list: the last reminder with the whole
	 * list, or the end of the model's own message that wrote it, and the reminders since.
	 */
	let needed: Message[] = [];

	/**
	 * Puts the missing reminders back in their places, up to the first message that differs from what
	 * was sent.
	 */
	const restoreReminders = (messages: readonly Message[]): Message[] => {
		const whole: Message[] = [];
		let next = 0;
		for (const message of sent) {
			const now = messages[next];
			if (remindersSent.has(message)) {
				const isThere = now !== undefined && isCopyOf(now, message);
				if (isThere) next++;
				const reminder = { ...message, ...(isThere && now) };
				remindersSent.add(reminder);
				whole.push(reminder);
			} else {
				if (!isSame(message, now)) break;
				whole.push(message);
				next++;
			}
		}
		return [...whole, ...messages.slice(next)];
	};

	return (messages) => {
		const whole = restoreReminders(messages);
		const isThere = (reminder: Message) =>
			whole.some((message) => isCopyOf(message, reminder));
		const last = whole.at(-1);
		if (conversation._hasListByCall()) {
			// If the user spoke last, the host may have dropped what the model wrote.
			const isAnswer =
				last !== undefined && !("role" in last && last.role === "user");
			needed = isAnswer ? [last] : [];
			if (!isAnswer) conversation.compacted();
		} else if (!needed.every(isThere)) {
			needed = [];
			conversation.compacted();
		}
		const content = conversation.reminder();
		if (content !== undefined) {
			const reminder = makeReminder(content);
			if (conversation._isReminderWhole()) needed = [];
			needed.push(reminder);
			remindersSent.add(reminder);
			whole.push(reminder);
		}
		sent = whole;
		// Copies, as the host may change what is returned.
		return whole.map((message) =>
			remindersSent.has(message) ? { ...message } : message,
		);
	};
}

/** Returns whether a message is a reminder, to which the host may have added fields. */
function isCopyOf(message: object, reminder: object): boolean {
	const fields = Object.entries(reminder);
	return fields.every(([field, value]) =>
		isSame(value, (message as Record<string, unknown>)[field]),
	);
}
