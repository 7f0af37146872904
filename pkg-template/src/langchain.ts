// `agent-todos/langchain`: the tools, and the reminders in the conversation, of an agent of LangChain's `createAgent`.

import type { AgentMiddleware, DynamicStructuredTool } from "langchain";
import {
	AIMessage,
	createMiddleware,
	HumanMessage,
	SystemMessage,
	ToolMessage,
	tool,
} from "langchain";
import { checkObject } from "./check.js";
import { checkStore } from "./check-store.js";
import type {
	DialectName,
	InputSchema,
	ReminderMode,
	TodoStore,
	ToolsOptions,
} from "./exports.js";
import { Conversation, openTodos, TodoError, tools } from "./exports.js";

/**
 * The tools of a dialect for an agent, or those of a conversation. What a model sends reaches the repair of this package, and what is refused comes back as its
 * sentence, in a message with the status `"error"`. (`tool()` of LangChain's own with the same schema would check the arguments
 * before, and show the model a stack trace.)
 *
 * A list is one conversation's: a call from another `thread_id` than the first is refused. Make a store and an agent for each thread.
 *
 * Throws `invalid_argument` for a dialect that does not exist.
 */
export function todoTools(
	list: TodoStore | Conversation,
	dialect: DialectName = "todo_manager",
	options?: ToolsOptions,
): DynamicStructuredTool[] {
	const isConversation = list instanceof Conversation;
	const store = isConversation ? list.store : list;
	const offered = isConversation ? list.tools : tools(list, dialect, options);
	return offered.map(({ name, description, inputSchema, call }) =>
		tool(
			async (args: unknown, config: ToolConfig) => {
				checkThread(store, config.configurable);
				const { ok, text } = await call(args);
				const id = config.toolCall?.id;
				return ok || id === undefined
					? text
					: new ToolMessage({
							name,
							content: text,
							status: "error",
							tool_call_id: id,
						});
			},
			{ name, description, schema: unchecked(inputSchema) },
		),
	);
}

/** What is used here of what LangChain hands to a tool. */
interface ToolConfig {
	readonly toolCall?: { readonly id?: string };
	readonly configurable?: Readonly<Record<string, unknown>>;
}

/**
 * A schema that is shown to the model, and against which LangChain checks nothing: as a Standard JSON Schema, and for a provider's
 * package that sends it as it is, as the JSON Schema that it becomes as JSON.
 */
function unchecked(schema: InputSchema): Record<string, unknown> {
	return Object.defineProperty(
		{ "~standard": schema["~standard"] } as Record<string, unknown>,
		"toJSON",
		{ value: () => ({ ...schema }) },
	);
}

/** The thread whose conversation is about a list. */
const threads = new WeakMap<TodoStore, unknown>();

/** Two conversations that share a list would settle each other's todos. */
function checkThread(
	store: TodoStore,
	configurable: Readonly<Record<string, unknown>> | undefined,
): void {
	const id = configurable?.thread_id;
	if (id === undefined) return;
	if (!threads.has(store)) threads.set(store, id);
	else if (threads.get(store) !== id)
		throw new TodoError(
			"invalid_argument",
			`this list is that of the thread ${JSON.stringify(threads.get(store))}: make a store and an agent for each thread`,
		);
}

/** How an agent is reminded. */
export interface TodoReminderMiddlewareOptions {
	/**
	 * The conversation whose tools the model has, so that what it does itself is not told back to it; or how much one without
	 * them is told of the list. Default `"changes"`.
	 */
	readonly reminders?: ReminderMode | Conversation | undefined;
	/**
	 * Whose message a reminder is. Default `"user"`: a system message in the middle of a conversation is refused by many
	 * providers, and by others moved to its beginning.
	 */
	readonly role?: "user" | "system" | undefined;
	/**
	 * Whether a model that stops while todos are open is told so and goes on, once for each state of the list. Default false.
	 * It stops after that when it does nothing about them.
	 */
	readonly nudge?: boolean | undefined;
}

/**
 * A middleware that appends the reminder to the agent's messages before a call of the model, when there is one to give. The
 * message becomes part of the agent's state, and stays at its place: nothing before it is ever rewritten. Where messages were
 * taken out of the state, and the list with them, the next reminder is the whole list.
 *
 * Put it after middleware that shortens the conversation, such as `summarizationMiddleware`. What it appends has
 * `additional_kwargs.lc_source` `"agent-todos"`, by which an interface tells it from what its user wrote.
 *
 * A list is one conversation's: an agent of another `thread_id` than the first is refused.
 *
 * Throws `invalid_argument` for a mode that does not exist.
 */
export function todoReminderMiddleware(
	store: TodoStore,
	options: TodoReminderMiddlewareOptions = {},
): AgentMiddleware<undefined, undefined> {
	checkStore(store, "todoReminderMiddleware(): store");
	checkObject(options, "todoReminderMiddleware(): options");
	const {
		reminders: given = "changes",
		role = "user",
		nudge = false,
	} = options;
	const reminders =
		given instanceof Conversation
			? given
			: new Conversation(store, { reminders: given });
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
		beforeModel: ({ messages }, { configurable }) => {
			checkThread(store, configurable);
			// The state gives a message its id when it takes it in.
			const ids = new Set(messages.map(({ id }) => id));
			if (told.some(({ id }) => !ids.has(id))) {
				told = [];
				reminders.compacted();
			}
			const text = reminders.reminder();
			if (text === undefined) return;
			const reminder = message(text);
			if (text.endsWith(`${store.getXml()}</browser-state>`)) told = [];
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
