// `appendReminder`: for hosts that keep the messages of a conversation in an array of their own.

import { checkMethods, refuse } from "./check.js";
import { Conversation } from "./conversation.js";
import { Reminders } from "./reminders.js";

/** A message as most APIs take it. */
export interface ReminderMessage<Role extends string = "user"> {
	role: Role;
	content: string;
}

/**
 * Pushes the reminder to `messages`, if there is one to give: to be called before each call of the model. What is there
 * already stays as it is, so that a provider's cache of it stays good. Gives the message that was pushed, or undefined.
 * What `push` throws it throws, and the next reminder is then the whole list.
 *
 * `role` is `"user"` unless you say otherwise: a system message in the middle of a conversation is refused by many APIs, and
 * by others moved to its beginning. Where you shorten the conversation, tell `reminders.compacted()`.
 */
export function appendReminder<Role extends string = "user">(
	messages: { push(message: ReminderMessage<NoInfer<Role>>): unknown },
	reminders: Conversation | Reminders,
	role: Role = "user" as Role,
): ReminderMessage<Role> | undefined {
	checkMethods(messages, "appendReminder(): messages", "push");
	if (!(reminders instanceof Conversation || reminders instanceof Reminders))
		refuse("appendReminder(): reminders", "a Conversation or a Reminders");
	const content = reminders.reminder();
	if (content === undefined) return undefined;
	const message = { role, content };
	try {
		messages.push(message);
	} catch (error) {
		// What became of it nobody knows, so the next one is the whole list.
		reminders.compacted();
		throw error;
	}
	return message;
}
