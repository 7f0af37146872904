// `agent-todos/openai-agents`: the tools of a conversation for OpenAI's Agents SDK, and the reminders in its input as a
// `callModelInputFilter`.

import type {
	AgentInputItem,
	CallModelInputFilter,
	FunctionTool,
} from "@openai/agents";
import { tool } from "@openai/agents";
import { checkObject } from "./check.js";
import type { TodoToolsOptions } from "./conversation-tools.js";
import { checkConversation, toolsOf } from "./conversation-tools.js";
import type { Conversation, InputSchema } from "./exports.js";
import { placing } from "./placed-reminders.js";

export type { TodoToolsOptions } from "./conversation-tools.js";

/**
 * The tools of a conversation, for an `Agent`. What a model sends reaches the repair of this package where it is JSON, and what is refused
 * comes back as its sentence; so does what `onChange` rejects with.
 */
export function todoTools(
	conversation: Conversation,
	options: TodoToolsOptions = {},
): Array<FunctionTool<unknown, InputSchema, string>> {
	return toolsOf(conversation, options).map(
		({ name, description, inputSchema, call }) =>
			tool({
				name,
				description,
				// The plain schema: as a Standard Schema it would be held against the arguments before they come here.
				parameters: { ...inputSchema },
				strict: true,
				execute: async (args) => (await call(args)).text,
				errorFunction: (_context, error) =>
					error instanceof Error ? error.message : String(error),
			}),
	);
}

/** How a model is reminded. */
export interface TodoInputFilterOptions {
	/** Whose message a reminder is. Default `"user"`. */
	readonly role?: "user" | "system" | undefined;
	/**
	 * Whether the conversation is kept by the server (`conversationId`, `previousResponseId`), so that each call of the model is sent
	 * what is new alone. Default false. Call `conversation.compacted()` where the server forgets.
	 */
	readonly isServerManaged?: boolean | undefined;
}

/**
 * A `callModelInputFilter` for a `Runner` or a run, which appends the reminder to the input of a call of the model, when there is one to
 * give. Make one for each conversation, and give it to every run: a reminder stands in all later calls and runs where it first stood, so
 * that nothing before the end is ever rewritten. Where the host took items out of the input, and the list with them, the next reminder is
 * the whole list.
 */
export function todoInputFilter(
	conversation: Conversation,
	options: TodoInputFilterOptions = {},
): CallModelInputFilter {
	checkConversation(conversation, "todoInputFilter(): conversation");
	checkObject(options, "todoInputFilter(): options");
	const { role = "user", isServerManaged = false } = options;
	const reminderOf = (content: string): AgentInputItem => ({
		type: "message",
		role,
		content,
	});
	const appended = (input: readonly AgentInputItem[]) => {
		const reminder = conversation.reminder();
		return reminder === undefined
			? [...input]
			: [...input, reminderOf(reminder)];
	};
	const filtered = isServerManaged
		? appended
		: placing(conversation, reminderOf);
	return ({ modelData }) => ({
		...modelData,
		input: filtered(modelData.input),
	});
}
