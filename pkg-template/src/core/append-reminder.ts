// `appendReminder`: for hosts that keep the messages of a conversation in an array of their own.

import { checkMethods } from "./check.js";
import { type Conversation, checkConversation } from "./conversation.js";

/**
 * Appends the conversation's reminder to `messages`, if there is one. Call it before each request to the model.
 * Messages that are already there stay unchanged, so that a provider's cache of them remains valid. Returns the new
 * message, or undefined.
 *
 * `role` defaults to `"user"`: many APIs refuse a system message in the middle of a conversation, and others move
 * it to the beginning. After you shorten the conversation, call `conversation.compacted()`.
 *
 * If `push` throws, the error passes through, and the next reminder is the whole list.
 *
 * @example
 * ```ts
 * import { appendReminder, Conversation, TodoStore } from "agent-todos";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const messages: { role: "user"; content: string }[] = [];
 * const added = appendReminder(messages, new Conversation(store));
 * console.log(messages.length, added?.role); // → 1 user
 * ```
 */
export function appendReminder<Role extends string = "user">(
	messages: {
		push(message: { role: NoInfer<Role>; content: string }): unknown;
	},
	conversation: Conversation,
	role: Role = "user" as Role,
):
	| {
			/** The role that you passed. */
			role: Role;
			/** The reminder. */
			content: string;
	  }
	| undefined {
	checkMethods(messages, "appendReminder(): messages", "push");
	checkConversation(conversation, "appendReminder(): conversation");
	const content = conversation.reminder();
	if (content === undefined) return undefined;
	const message = { role, content };
	try {
		messages.push(message);
	} catch (error) {
		// It may or may not be among the messages, so the next one is the whole list.
		conversation.compacted();
		throw error;
	}
	return message;
}
