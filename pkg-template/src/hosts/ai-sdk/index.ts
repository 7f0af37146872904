// `agent-todos/ai-sdk`: the tools of a conversation for the AI SDK, the reminders in its messages
// as a `prepareStep`, and the list as a part of a message that is shown.

import type { ModelMessage, Tool, ToolSet } from "ai";
import type {
	DialectName,
	Todo,
	TodoStore,
} from "../../../generated/agent_todos_bg.js";
import type { ToolInputs } from "../../../generated/tool-inputs.js";
import { checkMethods, readOptions, refuse } from "../../arguments/check.js";
import { expectOneOf } from "../../arguments/options.js";
import { isEqual } from "../../arguments/values.js";
import { isStore } from "../../tools/check-store.js";
import { Conversation, checkConversation } from "../../tools/conversation.js";
import type { Reporting } from "../../tools/reporting.js";
import { makeUncheckedSchema } from "../../tools/tool.js";
import { readTextOrThrow } from "../conversation-tools.js";
import { Previews } from "../previews.js";
import { makeReportingTools, requireSdk } from "./reporting-tools.js";

/**
 * The tools of a dialect, by name, each with the type of its input: what its schema says, which a
 * model need not keep to. Where the type of the conversation does not name its dialect, they are
 * tools by any name.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoTools } from "agent-todos/ai-sdk";
 * import type { TypedToolCall } from "ai";
 *
 * const tools = todoTools(new Conversation(new TodoStore(), { dialect: "TodoWrite" }));
 * const describe = (call: TypedToolCall<typeof tools>) =>
 *   call.dynamic ? call.toolName : call.input.todos.map(({ content }) => content).join(", ");
 * console.log(Object.keys(tools), describe.length); // → [ 'TodoWrite' ] 1
 * ```
 */
type DialectTools<Dialect extends DialectName = DialectName> =
	DialectName extends Dialect
		? Record<string, Tool<unknown, string>>
		: {
				[Name in keyof ToolInputs[Dialect]]: Tool<
					ToolInputs[Dialect][Name],
					string
				>;
			};

/**
 * Returns the tools of a conversation, by name, for `generateText`, `streamText` and
 * `ToolLoopAgent`. They accept what the model sends as it is: this package repairs it, and where it
 * cannot, the call is a tool error of the SDK, whose message tells the model what is wrong. Where
 * the SDK streams, `conversation.writing` has a call while the model writes it. Name the dialect in
 * `new Conversation(store, { dialect })` itself for the types of their inputs.
 *
 * Throws `invalid_argument` if `conversation` is not a `Conversation`.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoTools } from "agent-todos/ai-sdk";
 *
 * const tools = todoTools(new Conversation(new TodoStore()));
 * console.log(Object.keys(tools)); // → [ 'todo_manager' ]
 * ```
 */
export function todoTools<Dialect extends DialectName>(
	conversation: Conversation<Dialect>,
): DialectTools<Dialect> {
	checkConversation(conversation, "todoTools(): conversation");
	requireSdk();
	const previews = new Previews(conversation);
	return Object.fromEntries(
		conversation.tools.map(({ name, description, inputSchema, execute }) => [
			name,
			{
				description,
				inputSchema: makeUncheckedSchema(inputSchema),
				async execute(args: unknown, { toolCallId }) {
					try {
						return readTextOrThrow(await execute(args, toolCallId));
					} finally {
						previews.end(toolCallId);
					}
				},
				onInputStart({ toolCallId, abortSignal }) {
					previews.begin(toolCallId, name);
					const end = () => previews.end(toolCallId);
					abortSignal?.addEventListener("abort", end, { once: true });
				},
				onInputDelta({ toolCallId, inputTextDelta }) {
					previews.add(toolCallId, inputTextDelta);
				},
			} satisfies Tool<unknown, string>,
		]),
	) as DialectTools<Dialect>;
}

/**
 * Returns your own tools, in whose calls a model without a todo tool reports on the list: their
 * inputs have the properties of `report.extend`, which `execute` does not see. What was refused or
 * repaired is appended to what the model reads as the result. Put `report.prompt` into the
 * instructions, and the reminders into `prepareStep`. Tools without `execute` stay as they are.
 *
 * Throws `invalid_argument` if `report` is not what `reporting` returns, or `tools` are not tools
 * by name. A call fails if the input of a tool is not an object, or already has such a property.
 *
 * @example
 * ```ts
 * import { Conversation, reporting, TodoStore } from "agent-todos";
 * import { reportingTools } from "agent-todos/ai-sdk";
 * import { jsonSchema, tool } from "ai";
 *
 * const report = reporting(new Conversation(new TodoStore()));
 * const open = tool({
 *   description: "Opens a page",
 *   inputSchema: jsonSchema<{ url: string }>({ type: "object", properties: { url: { type: "string" } } }),
 *   execute: async ({ url }) => `opened ${url}`,
 * });
 * const tools = reportingTools(report, { open });
 * console.log(Object.keys(tools)); // → [ 'open' ]
 * ```
 */
export function reportingTools<Tools extends ToolSet>(
	report: Reporting,
	tools: Tools,
): Tools {
	return makeReportingTools(report, tools);
}

/** The options of `todoPrepareStep`. */
interface TodoPrepareStepOptions {
	/**
	 * The role of a reminder's message. Default `"user"`. Many providers refuse a system message in
	 * the middle of a conversation, and others move it to the beginning. The SDK accepts `"system"`
	 * only with `allowSystemInMessages`.
	 */
	readonly role?: "user" | "system" | undefined;
}

/**
 * The `prepareStep` that `todoPrepareStep` returns: it reads a step's messages, and returns the
 * messages to send. It fits every set of tools.
 */
type TodoPrepareStep = (step: {
	readonly messages: readonly ModelMessage[];
}) => { messages: ModelMessage[] };

/**
 * Returns a `prepareStep` for `generateText`, `streamText` and `ToolLoopAgent` that appends the
 * reminder to the messages of a step, when there is one, by `conversation.remind()`. A reminder
 * keeps its place in all later steps and calls, so nothing before the end is ever rewritten. If the
 * host removes messages that held the list, the next reminder is the whole list.
 *
 * If the host has a `prepareStep` of its own, call this one from it with the messages to send, and
 * return its result.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoPrepareStep } from "agent-todos/ai-sdk";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const prepareStep = todoPrepareStep(new Conversation(store), { role: "user" });
 * console.log(prepareStep({ messages: [] })?.messages?.length); // → 1
 * ```
 */
export function todoPrepareStep(
	conversation: Conversation,
	options: TodoPrepareStepOptions = {},
): TodoPrepareStep {
	checkConversation(conversation, "todoPrepareStep(): conversation");
	const { role } = readOptions(options, "todoPrepareStep()", {
		role: [expectOneOf("user", "system"), "user"],
	});
	const makeMessage = (content: string): ModelMessage => ({ role, content });
	return ({ messages }) => ({
		messages: conversation.remind(messages, makeMessage),
	});
}

/** The data parts of a host's message type: `UIMessage<unknown, TodoDataTypes>`. */
export type TodoDataTypes = {
	/** The current list. */
	todos: ReadonlyArray<Readonly<Todo>>;
};

/** The list as a part of a UI message. */
interface TodosPart {
	/** The type of the part. */
	type: "data-todos";
	/** The id of the list: a later part with the same id replaces this one. */
	id: string;
	/** The list. */
	data: TodoDataTypes["todos"];
}

/**
 * Writes the list to a stream of UI messages: now, and after each change, until the returned
 * function is called. All parts have the same id, so an interface shows one list that changes in
 * place.
 * Of a `Conversation` it also writes what the model is still writing: new todos then have keys that
 * begin with "new".
 *
 * `writer` is the writer of `createUIMessageStream`. `id` defaults to `"todos"`: choose others to
 * write several lists to one stream.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type TodoDataTypes, writeTodos } from "agent-todos/ai-sdk";
 *
 * const store = new TodoStore();
 * const sizes: number[] = [];
 * const stop = writeTodos({ write: (part) => void sizes.push(part.data.length) }, store);
 * store.addMultiple(["Find a kettle", "Compare three"]);
 * stop();
 * const data: TodoDataTypes = { todos: store.getAll() }; // for UIMessage<unknown, TodoDataTypes>
 * console.log(sizes, data.todos.length); // → [ 0, 2 ] 2
 * ```
 */
export function writeTodos(
	writer: { write(part: TodosPart): void },
	list: TodoStore | Conversation,
	id = "todos",
): () => void {
	checkMethods(writer, "writeTodos(): writer", "write");
	if (!isStore(list) && !(list instanceof Conversation))
		refuse("writeTodos(): list", "a TodoStore or a Conversation");
	if (typeof id !== "string") refuse("writeTodos(): id", "a string");
	const { store, conversation } = isStore(list)
		? { store: list, conversation: undefined }
		: { store: list.store, conversation: list };
	let written: TodoDataTypes["todos"] | undefined;
	const write = () => {
		const data = nameNew(conversation?.writing) ?? store.getAll();
		// The conversation also tells of what is not shown.
		if (isEqual(data, written)) return;
		written = data;
		writer.write({ type: "data-todos", id, data });
	};
	write();
	const leave = [store.subscribe(write), conversation?.subscribe(write)];
	return () => {
		for (const stop of leave) stop?.();
	};
}

/** Returns a preview in which each new todo has a key, too. */
function nameNew(
	writing: Conversation["writing"],
): TodoDataTypes["todos"] | undefined {
	let count = 0;
	const todos = writing?.map((todo) => ({
		...todo,
		key: todo.key ?? `new ${++count}`,
	}));
	return Object.freeze(todos);
}
