// `agent-todos/langchain`: the reminders in the conversation of an agent of LangChain, as a middleware for `createAgent`.

import type { AgentMiddleware } from "langchain";
import {
	AIMessage,
	createMiddleware,
	HumanMessage,
	SystemMessage,
} from "langchain";
import type { ReminderMode, TodoStore } from "./exports.js";
import { openTodos, Reminders } from "./exports.js";

/** How an agent is reminded. */
export interface TodoReminderMiddlewareOptions {
	/** What the conversation is told of the list, or its own `Reminders`. Default `"changes"`. */
	readonly reminders?: ReminderMode | Reminders;
	/**
	 * Whose message a reminder is. Default `"user"`: a system message in the middle of a conversation is refused by many
	 * providers, and by others moved to its beginning.
	 */
	readonly role?: "user" | "system";
	/**
	 * Whether a model that stops while todos are open is told so and goes on, once for each state of the list. Default false.
	 * It stops after that when it does nothing about them.
	 */
	readonly nudge?: boolean;
}

/**
 * A middleware that appends the reminder to the agent's messages before a call of the model, when there is one to give. The
 * message becomes part of the agent's state, and stays at its place: nothing before it is ever rewritten. Where messages were
 * taken out of the state, and the list with them, the next reminder is the whole list.
 *
 * Put it after middleware that shortens the conversation, such as `summarizationMiddleware`. What it appends has
 * `additional_kwargs.lc_source` `"agent-todos"`, by which an interface tells it from what its user wrote.
 *
 * Throws `invalid_argument` for a mode that does not exist.
 */
export function todoReminderMiddleware(
	store: TodoStore,
	options: TodoReminderMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
	const {
		reminders: given = "changes",
		role = "user",
		nudge = false,
	} = options;
	const reminders =
		given instanceof Reminders ? given : new Reminders(store, given);
	const message = (content: string) => {
		const fields = { content, additional_kwargs: { lc_source: "agent-todos" } };
		return role === "system"
			? new SystemMessage(fields)
			: new HumanMessage(fields);
	};
	/** What the conversation must still hold to know the list: the last reminder that was the whole of it, and those since. */
	let told: Array<ReturnType<typeof message>> = [];

	return createMiddleware({
		name: "todoReminderMiddleware",
		beforeModel: ({ messages }) => {
			// The state gives a message its id when it takes it in.
			const ids = new Set(messages.map(({ id }) => id));
			if (told.some(({ id }) => !ids.has(id))) {
				told = [];
				reminders.compacted();
			}
			const text = reminders.next();
			if (text === undefined) return;
			const reminder = message(text);
			if (text === store.systemReminder()) told = [];
			told.push(reminder);
			return { messages: [reminder] };
		},
		...(nudge && {
			afterModel: {
				canJumpTo: ["model"],
				hook: ({ messages }) => {
					const last = messages.at(-1);
					if (!AIMessage.isInstance(last) || last.tool_calls?.length) return;
					const text = openTodos(store).nudge;
					if (text !== undefined)
						return { messages: [message(text)], jumpTo: "model" };
				},
			},
		}),
	});
}
