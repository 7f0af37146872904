// `agent-todos/openai-agents`: the tools of a conversation for OpenAI's Agents SDK, and the
// reminders in its input as a `callModelInputFilter`.

import type {
	AgentInputItem,
	CallModelInputFilter,
	FunctionTool,
	RunStreamEvent,
} from "@openai/agents";
import { tool } from "@openai/agents";
import { readOptions, refuse } from "../../arguments/check.js";
import { expectOneOf } from "../../arguments/options.js";
import { getErrorMessage } from "../../arguments/thrown.js";
import type { Conversation } from "../../tools/conversation.js";
import { checkConversation } from "../../tools/conversation.js";
import type { Reporting } from "../../tools/reporting.js";
import type { InputSchema } from "../../tools/tool.js";
import { readTextOrThrow } from "../conversation-tools.js";
import { showPreviews } from "./previews.js";
import type { OwnTool } from "./reporting-tools.js";
import { makeReportingTools } from "./reporting-tools.js";

/**
 * Returns the tools of a conversation, for an `Agent`. They accept any JSON that the model sends:
 * this package repairs it, and where it cannot, the call is an error of the SDK, whose message
 * tells the model what is wrong. If `onChange` of the conversation rejects, its message is the
 * answer. They are in OpenAI's strict mode where the conversation has `schema: "strict"`.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoTools } from "agent-todos/openai-agents";
 *
 * const tools = todoTools(new Conversation(new TodoStore(), { dialect: "update_plan" }));
 * console.log(tools.map(({ name }) => name)); // → [ 'update_plan' ]
 * ```
 */
export function todoTools(
	conversation: Conversation,
): Array<FunctionTool<unknown, InputSchema, string>> {
	checkConversation(conversation, "todoTools(): conversation");
	return conversation.tools.map(({ name, description, inputSchema, execute }) =>
		tool({
			name,
			description,
			// The plain schema: the SDK would validate the arguments against a Standard Schema before
			// this package sees them.
			parameters: { ...inputSchema },
			strict: (conversation.schema === "strict") as true,
			execute: async (
				args: unknown,
				_context: unknown,
				details: { toolCall?: { callId: string } } | undefined,
			) => readTextOrThrow(await execute(args, details?.toolCall?.callId)),
			errorFunction: (_context, error) => getErrorMessage(error),
		}),
	);
}

/**
 * Returns a function that passes on the events of a run with `stream: true`. Meanwhile,
 * `conversation.writing` has a call while the model writes it.
 *
 * @example
 * ```ts
 * import { Agent, run } from "@openai/agents";
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoPreviews, todoTools } from "agent-todos/openai-agents";
 *
 * const conversation = new Conversation(new TodoStore());
 * const agent = new Agent({ name: "shopper", tools: todoTools(conversation) });
 * const previews = todoPreviews(conversation);
 * async function ask(text: string) {
 *   const events = await run(agent, text, { stream: true });
 *   for await (const event of previews(events)) console.log(event.type);
 * }
 * console.log(ask.name); // → ask
 * ```
 */
export function todoPreviews(
	conversation: Conversation,
): <Event extends RunStreamEvent>(
	events: AsyncIterable<Event>,
) => AsyncGenerator<Event, void, undefined> {
	checkConversation(conversation, "todoPreviews(): conversation");
	return (events) => {
		if (!(Symbol.asyncIterator in Object(events)))
			refuse("todoPreviews(): events", "the events of a run, which streams");
		return showPreviews(conversation, events);
	};
}

/**
 * Returns your own tools, in whose calls a model without a todo tool reports on the list: their
 * parameters have the properties of `report.extend`, which the tools themselves do not see. What
 * was refused or repaired is appended to the result of a tool without an `outputSchema`. Put
 * `report.prompt` into the agent's instructions, and pass `todoInputFilter(conversation)` to the
 * run.
 *
 * Throws `invalid_argument` if `report` is not what `reporting` returns, or the parameters of a
 * tool are not those of an object or already have such a property.
 *
 * @example
 * ```ts
 * import { tool } from "@openai/agents";
 * import { Conversation, reporting, TodoStore } from "agent-todos";
 * import { reportingTools } from "agent-todos/openai-agents";
 * import { z } from "zod";
 *
 * const open = tool({
 *   name: "open",
 *   description: "Opens a page",
 *   parameters: z.object({ url: z.string() }),
 *   execute: async ({ url }) => `opened ${url}`,
 * });
 * const tools = reportingTools(reporting(new Conversation(new TodoStore())), [open]);
 * console.log(tools.map(({ name }) => name)); // → [ 'open' ]
 * ```
 */
export function reportingTools<Offered extends OwnTool>(
	report: Reporting,
	tools: readonly Offered[],
): Offered[] {
	return makeReportingTools(report, tools);
}

/** The options of `todoInputFilter`. */
interface TodoInputFilterOptions {
	/** The role of a reminder's message. Default `"user"`. */
	readonly role?: "user" | "system" | undefined;
}

/**
 * Returns a `callModelInputFilter` for a `Runner` or a run. It appends the reminder to the input of
 * a request, when there is one, by `conversation.remind()`. A reminder keeps its place in all later
 * requests and runs, so nothing before the end is ever rewritten. If the host removes items that
 * held the list, the next reminder is the whole list.
 *
 * Where the server keeps the conversation (`conversationId`, `previousResponseId`), a request
 * contains only what is new: there, add `conversation.reminder()` in a filter of your own.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoInputFilter } from "agent-todos/openai-agents";
 *
 * const conversation = new Conversation(new TodoStore());
 * const callModelInputFilter = todoInputFilter(conversation, { role: "user" });
 * console.log(typeof callModelInputFilter); // → function
 * ```
 */
export function todoInputFilter(
	conversation: Conversation,
	options: TodoInputFilterOptions = {},
): CallModelInputFilter {
	checkConversation(conversation, "todoInputFilter(): conversation");
	const { role } = readOptions(options, "todoInputFilter()", {
		role: [expectOneOf("user", "system"), "user"],
	});
	const makeMessage = (content: string): AgentInputItem => ({
		type: "message",
		role,
		content,
	});
	return ({ modelData }) => ({
		...modelData,
		input: conversation.remind(modelData.input, makeMessage),
	});
}
