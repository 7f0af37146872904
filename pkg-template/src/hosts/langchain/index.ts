// `agent-todos/langchain`: the tools and the reminders of an agent of LangChain's `createAgent`,
// with a list for each thread.

import "../../loading/modules/todos.js";
import { Command } from "@langchain/langgraph";
import type { AgentMiddleware, DynamicStructuredTool } from "langchain";
import * as langchain from "langchain";
import type {
	DialectName,
	Outcome,
} from "../../../generated/agent_todos_bg.js";
import { TodoStore } from "../../../generated/agent_todos_bg.js";
import { invalid, readOptions, refuse } from "../../arguments/check.js";
import {
	expectAnything,
	expectBoolean,
	expectFunction,
	expectOneOf,
	expectText,
} from "../../arguments/options.js";
import { Conversation, checkConversation } from "../../tools/conversation.js";
import type { Reporting } from "../../tools/reporting.js";
import type { AgentTool } from "../../tools/tool.js";
import { callOnChange } from "../../tools/tool.js";
import { addReminders } from "./messages.js";
import {
	ModelCallPreviews,
	type PreviewCallbacks,
	withPreviews,
} from "./previews.js";
import type { OwnTool } from "./reporting-tools.js";
import { makeReportingTools, withJson } from "./reporting-tools.js";
import {
	type AnsweredCall,
	checkThread,
	type Place,
	ThreadSessions,
} from "./sessions.js";
import {
	type DialectTodoList,
	makeStateSchema,
	requireLangChain,
	type ThreadState,
} from "./state.js";

/**
 * Returns the tools of a conversation, for an agent without `agentTodosMiddleware`. They accept
 * what the model sends as it is: this package repairs it, and answers with a sentence that says
 * what is wrong where it cannot, in a message with the status `"error"`. (LangChain's own `tool()`
 * would validate the arguments against the schema first, and show the model a stack trace.)
 *
 * A conversation belongs to one thread: calls from a second `thread_id` are refused.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoTools } from "agent-todos/langchain";
 *
 * const tools = todoTools(new Conversation(new TodoStore(), { dialect: "TodoWrite" }));
 * console.log(tools.map(({ name }) => name)); // → [ 'TodoWrite' ]
 * ```
 */
export function todoTools(conversation: Conversation): DynamicStructuredTool[] {
	checkConversation(conversation, "todoTools(): conversation");
	requireLangChain();
	return conversation.tools.map((offered) =>
		makeTool(offered, async (args, { configurable, toolCall }) => {
			checkThread(conversation, configurable?.thread_id);
			const outcome = await offered.execute(args, toolCall?.id);
			return toolCall?.id === undefined || outcome.ok
				? outcome.text
				: makeToolMessage(offered.name, outcome, toolCall.id);
		}),
	);
}

/**
 * Returns handlers of callbacks, by which `conversation.writing` has a call while the model writes
 * it: pass them as `callbacks` to what streams. In an agent with `agentTodosMiddleware` you need
 * them in a browser alone.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { todoPreviews } from "agent-todos/langchain";
 *
 * const previews = todoPreviews(new Conversation(new TodoStore()));
 * const config = { callbacks: [previews] }; // agent.stream(input, config)
 * console.log(config.callbacks.length); // → 1
 * ```
 */
export function todoPreviews(conversation: Conversation): PreviewCallbacks {
	checkConversation(conversation, "todoPreviews(): conversation");
	requireLangChain();
	return new ModelCallPreviews(conversation).callbacks;
}

/**
 * Returns your own tools, in whose calls a model without a todo tool reports on the list: their
 * arguments have the properties of `report.extend`, which the tools themselves do not see. What was
 * refused or repaired is appended to the result. Pass the same conversation as `stores` to
 * `agentTodosMiddleware({ stores: conversation, tools: false })`, and put `report.prompt` into the
 * system prompt.
 *
 * Throws `invalid_argument` if `report` is not what `reporting` returns, or the schema of a tool is
 * neither one of zod 4 nor the JSON Schema of an object, or already has such a property.
 *
 * @example
 * ```ts
 * import { Conversation, reporting, TodoStore } from "agent-todos";
 * import { reportingTools } from "agent-todos/langchain";
 * import { tool } from "langchain";
 * import { z } from "zod";
 *
 * const open = tool(({ url }) => `opened ${url}`, { name: "open", description: "Opens a page", schema: z.object({ url: z.url() }) });
 * const tools = reportingTools(reporting(new Conversation(new TodoStore())), [open]);
 * console.log(tools.map(({ name }) => name)); // → [ 'open' ]
 * ```
 */
export function reportingTools(
	report: Reporting,
	tools: readonly OwnTool[],
): DynamicStructuredTool[] {
	return makeReportingTools(report, tools);
}

/** What is used here of what LangChain hands to a tool. */
interface TodoToolConfig {
	readonly toolCall?: { readonly id?: string };
	readonly configurable?: Readonly<Record<string, unknown>>;
	/** The state of the graph, in an agent. */
	readonly state?: {
		readonly _agentTodos?: ThreadState;
		readonly todos: DialectTodoList;
		readonly messages: readonly langchain.BaseMessage[];
	};
}

function makeTool(
	{
		name,
		description,
		inputSchema,
	}: Pick<AgentTool, "name" | "description" | "inputSchema">,
	call: (args: unknown, config: TodoToolConfig) => Promise<unknown>,
): DynamicStructuredTool {
	return langchain.tool(call, {
		name,
		description,
		schema: withJson(inputSchema),
	});
}

/**
 * `id` is that of the call. Some models make calls without one; LangChain answers them without one,
 * too.
 */
function makeToolMessage(
	name: string,
	{ ok, text }: Outcome,
	id: string | undefined,
): langchain.ToolMessage {
	return new langchain.ToolMessage({
		name,
		content: text,
		status: ok ? "success" : "error",
		tool_call_id: id as string,
	});
}

/**
 * A list, or one model's conversation about it. Not imported, so that the published types need no
 * other file.
 */
type ListOrConversation<Dialect extends DialectName> =
	| TodoStore
	| Conversation<Dialect>;

/** The options of `agentTodosMiddleware`. */
interface AgentTodosMiddlewareOptions<
	Dialect extends DialectName = DialectName,
> {
	/**
	 * The list of a thread: a function of its `thread_id`, or one list if the host has one thread.
	 * Pass a `Conversation` instead of a store if tools of your own report to it. By default, the
	 * checkpointer keeps the list in the graph's state.
	 */
	readonly stores?:
		| ListOrConversation<Dialect>
		| ((
				thread: string | undefined,
		  ) => ListOrConversation<Dialect> | Promise<ListOrConversation<Dialect>>)
		| undefined;
	/**
	 * The dialect of the model's tools. Default `"langchain"`: LangChain's own `write_todos`, whose
	 * `todos` other programs know.
	 */
	readonly dialect?: Dialect | undefined;
	/** How much of the list a reminder contains. Default `"changes"`. */
	readonly reminders?: "full" | "changes" | "off" | undefined;
	/**
	 * The name of the XML element around reminders, as for a `Conversation`. A `Conversation` in
	 * `stores` has its own. Default `"browser-state"`.
	 */
	readonly tag?: string | undefined;
	/**
	 * The role of a reminder's message. Default `"user"`. Many providers refuse a system message in
	 * the middle of a conversation, and others move it to the beginning.
	 */
	readonly role?: "user" | "system" | undefined;
	/**
	 * Whether a model that stops while todos are open is asked to continue, once for each set of open
	 * todos. If it ignores the request, the agent stops. Default false.
	 */
	readonly nudge?: boolean | undefined;
	/**
	 * Whether the middleware adds the tools of the dialect. Default true. Pass false if the agent has
	 * tools of its own.
	 */
	readonly tools?: boolean | undefined;
	/**
	 * Whether the model gets the tool `ask_user`, which lets a todo wait for the person. A
	 * `Conversation` in `stores` has to have its own `ask: true`. Default false.
	 */
	readonly ask?: boolean | undefined;
	/**
	 * What is appended to the system prompt. Default: the prompt that belongs to the tools,
	 * `conversation.prompt()`; nothing if `tools` is false. An empty text appends nothing.
	 */
	readonly systemPrompt?: string | undefined;
	/**
	 * The description of the tool, in place of the dialect's; for a dialect with several tools, one
	 * for each by its name.
	 */
	readonly toolDescription?:
		| string
		| Readonly<Record<string, string>>
		| undefined;
	/**
	 * Who writes `todos` of the state from outside the agent, as a frontend does in which a person
	 * edits the list. The model reads what they changed. Default `"user"`.
	 */
	readonly author?: "user" | "host" | undefined;
	/** As `ToolsOptions.onChange`, with the `thread_id` of the list. */
	readonly onChange?:
		| ((outcome: Outcome, thread: string | undefined) => void | Promise<void>)
		| undefined;
}

/** The schema of the agent's state. */
type TodoState<Dialect extends DialectName> = ReturnType<
	typeof makeStateSchema<Dialect>
>;

/** The middleware that `agentTodosMiddleware` returns. */
type AgentTodosMiddleware<Dialect extends DialectName = DialectName> =
	AgentMiddleware<
		TodoState<Dialect>,
		undefined,
		unknown,
		readonly DynamicStructuredTool[],
		readonly []
	>;

/**
 * Returns a middleware that adds a todo list for each thread to an agent: the tools, their section
 * of the system prompt, and reminders. The agent's state has the current list as `todos`, after
 * each call of a tool: `conversation.todos()`, the objects of the dialect's original tool. If
 * something outside the agent writes another list there, such as a frontend, that is an edit of the
 * person (`author`), as long as the tool of the dialect takes a whole list. If the messages of the
 * state were cut at the end as well, what the model has changed since is taken back first, and the
 * edit is what differs from the list that the messages left show. A thread that has `todos` before
 * this middleware starts with them.
 *
 * An agent with this same middleware that a tool of the agent runs, as a fork of Deep Agents, has a
 * conversation of its own, which knows the list from its messages. With `stores`, its whole lists
 * take no open todo off the list; without, its list is a copy.
 *
 * A reminder is appended to the messages of a request, when there is one, and is at that place in
 * each request from then on, so nothing before the end is ever rewritten. It is not among the
 * messages of the agent's state, which an interface shows. The next reminder repeats what the
 * model has lost if the messages around it are removed from the state, or if an outer middleware
 * leaves calls of the model out of a request. Place this middleware after one that shortens the
 * conversation, such as `summarizationMiddleware`. A message of `nudge` is among those of the
 * state, with the `additional_kwargs.lc_source` `"agent-todos"`, so an interface can leave it out.
 *
 * Throws `invalid_argument` if the dialect or the mode does not exist, or a tool of
 * `toolDescription`.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { agentTodosMiddleware } from "agent-todos/langchain";
 *
 * const lists = new Map<string | undefined, TodoStore>();
 * const stores = (thread: string | undefined) => lists.get(thread) ?? new TodoStore();
 * const options = { stores, nudge: true };
 * const middleware = agentTodosMiddleware(options); // createAgent({ model, tools, middleware: [middleware] })
 * console.log(middleware.name); // → agentTodosMiddleware
 * ```
 */
export function agentTodosMiddleware<Dialect extends DialectName = "langchain">(
	options?: AgentTodosMiddlewareOptions<Dialect>,
): AgentTodosMiddleware<Dialect>;
export function agentTodosMiddleware(
	options: AgentTodosMiddlewareOptions = {},
): AgentTodosMiddleware {
	requireLangChain();
	const { role, nudge, onChange, systemPrompt, toolDescription, ...given } =
		readOptions(options, "agentTodosMiddleware()", {
			stores: [expectAnything],
			dialect: [expectAnything, "langchain"],
			reminders: [expectAnything, "changes"],
			tag: [expectAnything, "browser-state"],
			role: [expectOneOf("user", "system"), "user"],
			nudge: [expectBoolean, false],
			tools: [expectBoolean, true],
			ask: [expectBoolean, false],
			systemPrompt: [expectText],
			toolDescription: [expectAnything],
			author: [expectOneOf("user", "host"), "user"],
			onChange: [expectFunction],
		});
	const { stores, author, tools: hasTools, ...settings } = given;
	const sessions = new ThreadSessions(stores, settings, author);

	const makeMessage = (content: string) => {
		const fields = {
			content,
			additional_kwargs: { lc_source: "agent-todos" },
		};
		return role === "system"
			? new langchain.SystemMessage(fields)
			: new langchain.HumanMessage(fields);
	};

	// Made now, so that a wrong option throws here.
	const example =
		stores instanceof Conversation
			? stores
			: new Conversation(new TodoStore(), settings);
	const offered = describeTools(example.tools, toolDescription);
	const prompt = systemPrompt ?? (hasTools ? example.prompt() : "");
	const tools = offered.map((spec, index) =>
		makeTool(spec, async (args, { toolCall, configurable, state }) => {
			const place = readPlace(configurable);
			if (stores === undefined && toolCall === undefined)
				throw invalid(
					"agentTodosMiddleware(): a call outside an agent has no state that keeps the list: set stores",
				);
			const saved = state?._agentTodos;
			const session = await sessions.open(saved, place, "base");
			// A person may have edited the list since, while the agent was interrupted.
			if (state && saved && session.now === session.base)
				sessions.takeEdit(session, saved, state.todos, state.messages);
			const { execute } = session.conversation.tools[index] as AgentTool;
			const carryOut = async (): Promise<AnsweredCall> => {
				const executed = execute(args, toolCall?.id);
				// Before another call of the message changes the list again: that one may never be
				// answered.
				const { revision } = session.conversation.store;
				const written = sessions.write(session, state?.messages);
				const outcome = await executed;
				const isLatest = outcome.revision === revision;
				return {
					outcome,
					written: isLatest
						? written
						: sessions.write(session, state?.messages),
				};
			};
			const id = toolCall?.id;
			const known = id === undefined ? undefined : session.answered.get(id);
			const { outcome, written } = known ?? (await carryOut());
			if (id !== undefined) session.answered.set(id, { outcome, written });
			await callOnChange(outcome, (outcome) =>
				onChange?.(outcome, place.thread),
			);
			if (toolCall === undefined) return outcome.text;
			const messages = [makeToolMessage(spec.name, outcome, id)];
			return new Command({ update: { messages, ...written } });
		}),
	);

	return langchain.createMiddleware({
		name: "agentTodosMiddleware",
		stateSchema: makeStateSchema<DialectName>(),
		tools: hasTools ? tools : [],
		wrapModelCall: async (request, handler) => {
			const { _agentTodos: saved, todos, messages } = request.state;
			const place = readPlace(request.runtime.configurable);
			const session = await sessions.open(saved, place, "now", todos);
			const { conversation } = session;
			sessions.takeEdit(session, saved, todos, messages, request.messages);
			session.base = session.now;
			session.answered.clear();
			const response = await withPreviews(conversation, () =>
				handler({
					...request,
					messages: addReminders(conversation, request.messages, makeMessage),
					systemMessage: addPrompt(request.systemMessage, prompt),
				}),
			);
			const answer = langchain.AIMessage.isInstance(response) ? [response] : [];
			const update = sessions.write(session, [...messages, ...answer]);
			session.base = session.now;
			// The agent ends here.
			if (!nudge && answer.some((message) => !hasCalls(message)))
				sessions.end(update._agentTodos);
			return new Command({ update: { ...update } });
		},
		...(nudge && {
			afterModel: {
				canJumpTo: ["model" as const],
				hook: async ({ messages, _agentTodos: saved }, runtime) => {
					const last = messages.at(-1);
					if (!langchain.AIMessage.isInstance(last) || hasCalls(last)) return;
					const place = readPlace(runtime.configurable);
					const session = await sessions.open(saved, place, "now");
					const text = session.conversation.nudge();
					if (text === undefined) {
						sessions.end(saved);
						return;
					}
					return {
						...sessions.write(session, messages),
						// The router of the agent looks for a message to go on with.
						messages: [makeMessage(text)],
						jumpTo: "model" as const,
					};
				},
			},
		}),
	});
}

const hasCalls = ({ tool_calls }: langchain.AIMessage): boolean =>
	tool_calls !== undefined && tool_calls.length > 0;

/** Returns the system prompt of the host, with that of the middleware below it. */
function addPrompt(
	given: langchain.SystemMessage,
	prompt: string,
): langchain.SystemMessage {
	if (prompt === "") return given;
	return given.text === ""
		? new langchain.SystemMessage(prompt)
		: given.concat(`\n\n${prompt}`);
}

/** Returns the tools with the descriptions of the host. */
function describeTools(
	tools: readonly AgentTool[],
	given: unknown,
): Pick<AgentTool, "name" | "description" | "inputSchema">[] {
	const [first] = tools;
	const names = tools.map(({ name }) => name);
	const isOne = typeof given === "string" && tools.length === 1;
	const own = isOne ? { [first?.name ?? ""]: given } : given;
	const isKnown = ([name, text]: [string, unknown]) =>
		names.includes(name) && typeof text === "string";
	const isObject = own === undefined || Object.is(Object(own), own);
	if (!isObject || !Object.entries(own ?? {}).every(isKnown))
		refuse(
			"agentTodosMiddleware(): toolDescription",
			`an object with a text for one of ${names.join(", ")}`,
		);
	const descriptions = Object(own) as Record<string, string>;
	return tools.map(({ name, description, inputSchema }) => ({
		name,
		description: descriptions[name] ?? description,
		inputSchema,
	}));
}

function readPlace(
	configurable: Readonly<Record<string, unknown>> | undefined,
): Place {
	const { thread_id: id, checkpoint_ns: path } = Object(configurable);
	return {
		thread: id === undefined ? undefined : String(id),
		// One part for each graph and the node in it.
		depth: String(path ?? "").split("|").length,
	};
}
