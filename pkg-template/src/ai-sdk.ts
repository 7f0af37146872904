// `agent-todos/ai-sdk`: the tools of a conversation for the AI SDK, the reminders in its messages as a `prepareStep`, and the list as a
// part of a message that is shown.

import type { ModelMessage, Tool } from "ai";
import { checkMethods, checkObject, refuse } from "./check.js";
import { checkStore } from "./check-store.js";
import type { TodoToolsOptions } from "./conversation-tools.js";
import { checkConversation, toolsOf, unchecked } from "./conversation-tools.js";
import type { Conversation, Todo, TodoStore } from "./exports.js";
import { placing } from "./placed-reminders.js";

export type { TodoToolsOptions } from "./conversation-tools.js";

/**
 * The tools of a conversation, for `generateText`, `streamText` and `ToolLoopAgent`. What a model sends reaches the repair of this
 * package, and what is refused comes back as its sentence.
 */
export function todoTools(
	conversation: Conversation,
	options: TodoToolsOptions = {},
): Record<string, Tool<unknown, string>> {
	return Object.fromEntries(
		toolsOf(conversation, options).map(
			({ name, description, inputSchema, call }) => [
				name,
				{
					description,
					inputSchema: unchecked(inputSchema),
					execute: async (args: unknown) => (await call(args)).text,
				},
			],
		),
	);
}

/** How a model is reminded. */
export interface TodoPrepareStepOptions {
	/**
	 * Whose message a reminder is. Default `"user"`: a system message in the middle of a conversation is refused by many
	 * providers, and by others moved to its beginning. The SDK takes `"system"` only with `allowSystemInMessages`.
	 */
	readonly role?: "user" | "system" | undefined;
}

/** What it takes of a step, and what it changes there: fit for every set of tools. */
export type TodoPrepareStep = (step: {
	readonly messages: readonly ModelMessage[];
}) => { messages: ModelMessage[] };

/**
 * A `prepareStep` for `generateText`, `streamText` and `ToolLoopAgent` that appends the reminder to the messages of a step, when
 * there is one to give. Make one for each conversation, and give it to every call: a reminder stands in all later steps and
 * calls where it first stood, so that nothing before the end is ever rewritten. Where the host took messages out of the
 * conversation, and the list with them, the next reminder is the whole list.
 *
 * A `prepareStep` of the host's own calls it with the messages that it wants to send, and gives back what it gives.
 */
export function todoPrepareStep(
	conversation: Conversation,
	options: TodoPrepareStepOptions = {},
): TodoPrepareStep {
	checkConversation(conversation, "todoPrepareStep(): conversation");
	checkObject(options, "todoPrepareStep(): options");
	const { role = "user" } = options;
	const placed = placing<ModelMessage>(conversation, (content) => ({
		role,
		content,
	}));
	return ({ messages }) => ({ messages: placed(messages) });
}

/** The data parts of a host's `UIMessage`: `UIMessage<unknown, TodoDataTypes>`. */
export type TodoDataTypes = { todos: ReadonlyArray<Readonly<Todo>> };

/** The list as a part of a message. */
export interface TodosPart {
	type: "data-todos";
	id: string;
	data: TodoDataTypes["todos"];
}

/**
 * Writes the list to a stream of UI messages: as it is now, and after each change, until the function that it returns is called. All parts
 * have one id, so that an interface shows one list, which changes in its place.
 *
 * `writer` is that of `createUIMessageStream`; `id` is `"todos"` unless several lists are written to one stream.
 */
export function writeTodos(
	writer: { write(part: TodosPart): void },
	store: TodoStore,
	id = "todos",
): () => void {
	checkMethods(writer, "writeTodos(): writer", "write");
	checkStore(store, "writeTodos(): store");
	if (typeof id !== "string") refuse("writeTodos(): id", "a string");
	const write = () =>
		writer.write({ type: "data-todos", id, data: store.getAll() });
	write();
	return store.subscribe(write);
}
