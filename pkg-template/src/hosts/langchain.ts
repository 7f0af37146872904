// LangChain's `createAgent`: tools, and a middleware that keeps a list for each thread.

import { Command } from "@langchain/langgraph";
import type { AgentMiddleware, DynamicStructuredTool } from "langchain";
import {
	AIMessage,
	createMiddleware,
	HumanMessage,
	SystemMessage,
	ToolMessage,
	tool,
} from "langchain";
import type {
	DialectName,
	Outcome,
	ReminderMode,
} from "../../generated/agent_todos_bg.js";
import { TodoStore } from "../../generated/agent_todos_bg.js";
import { invalid, readOptions } from "../core/check.js";
import { Conversation, checkConversation } from "../core/conversation.js";
import { isEqual } from "../core/equal.js";
import {
	expectAnything,
	expectBoolean,
	expectFunction,
	expectOneOf,
} from "../core/options.js";
import type { AgentTool } from "../core/tool.js";
import { callOnChange } from "../core/tool.js";
import { makeUniqueName } from "../core/unique.js";
import type { OwnTool } from "./langchain/reporting-tools.js";
import { makeReportingTools, withJson } from "./langchain/reporting-tools.js";
import { type Answered, checkThread, Sessions } from "./langchain/sessions.js";
import { type Kept, stateSchema } from "./langchain/state.js";
import { planReport, progressReport } from "./reports.js";

export type { OwnTool } from "./langchain/reporting-tools.js";

/**
 * Returns the tools of a conversation, for an agent without `agentTodosMiddleware`. They accept what the model sends as
 * it is: this package repairs it, and answers with a sentence that says what is wrong where it cannot, in a message
 * with the status `"error"`. (LangChain's own `tool()` would validate the arguments against the schema first, and
 * show the model a stack trace.)
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
	return conversation.tools.map((offered) =>
		makeTool(offered, async (args, { configurable, toolCall }) => {
			checkThread(conversation, configurable?.thread_id);
			const outcome = await offered.execute(args);
			return toolCall?.id === undefined || outcome.ok
				? outcome.text
				: makeToolMessage(offered.name, outcome, toolCall.id);
		}),
	);
}

/**
 * Returns your own tools, with which a model reports progress on the list without a todo tool: their arguments have the properties of
 * `withProgress`, which the tools themselves do not see. What was refused or repaired is appended to the result. Pass the same conversation as
 * `stores` to `agentTodosMiddleware({ stores: conversation, tools: false })`, and put `progressSection()` into the system prompt.
 *
 * Throws `invalid_argument` if `conversation` is not a `Conversation`, or the schema of a tool is neither one of zod 4 nor the JSON Schema of
 * an object, or already has such a property.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { type OwnTool, progressTools } from "agent-todos/langchain";
 * import { tool } from "langchain";
 * import { z } from "zod";
 *
 * const open: OwnTool = tool(({ url }) => `opened ${url}`, { name: "open", description: "Opens a page", schema: z.object({ url: z.url() }) });
 * const tools = progressTools(new Conversation(new TodoStore()), [open]);
 * console.log(tools.map(({ name }) => name)); // → [ 'open' ]
 * ```
 */
export function progressTools(
	conversation: Conversation,
	tools: readonly OwnTool[],
): DynamicStructuredTool[] {
	return makeReportingTools(conversation, tools, progressReport);
}

/**
 * As `progressTools`, with the properties of `withPlan`: the model also writes the plan. Put `planSection()` into the system prompt.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { planTools } from "agent-todos/langchain";
 *
 * const tools = planTools(new Conversation(new TodoStore()), []); // your tools
 * console.log(tools.length); // → 0
 * ```
 */
export function planTools(
	conversation: Conversation,
	tools: readonly OwnTool[],
): DynamicStructuredTool[] {
	return makeReportingTools(conversation, tools, planReport);
}

/** What is used here of what LangChain hands to a tool. */
interface ToolConfig {
	readonly toolCall?: { readonly id?: string };
	readonly configurable?: Readonly<Record<string, unknown>>;
	/** The state of the graph, in an agent. */
	readonly state?: { readonly _agentTodos?: Kept };
}

function makeTool(
	{
		name,
		description,
		inputSchema,
	}: Pick<AgentTool, "name" | "description" | "inputSchema">,
	call: (args: unknown, config: ToolConfig) => Promise<unknown>,
): DynamicStructuredTool {
	return tool(call, { name, description, schema: withJson(inputSchema) });
}

/** `id` is that of the call. Some models make calls without one; LangChain answers them without one, too. */
function makeToolMessage(
	name: string,
	{ ok, text }: Outcome,
	id: string | undefined,
): ToolMessage {
	return new ToolMessage({
		name,
		content: text,
		status: ok ? "success" : "error",
		tool_call_id: id as string,
	});
}

/** A list, or one model's conversation about it. Not imported, so that the published types need no other file. */
type Given = TodoStore | Conversation;

/** The options of `agentTodosMiddleware`. */
export interface AgentTodosMiddlewareOptions {
	/**
	 * The list of a thread: a function of its `thread_id`, or one list if the host has one thread. Pass a
	 * `Conversation` instead of a store if tools of your own use it with `takeProgress`. By default, the checkpointer
	 * keeps the list in the graph's state.
	 */
	readonly stores?:
		| Given
		| ((thread: string | undefined) => Given | Promise<Given>)
		| undefined;
	/** The dialect of the model's tools. Default `"todo_manager"`. */
	readonly dialect?: DialectName | undefined;
	/** How much of the list a reminder contains. Default `"changes"`. */
	readonly reminders?: ReminderMode | undefined;
	/**
	 * The role of a reminder's message. Default `"user"`. Many providers refuse a system message in the middle of a
	 * conversation, and others move it to the beginning.
	 */
	readonly role?: "user" | "system" | undefined;
	/**
	 * Whether a model that stops while todos are open is asked to continue, once for each set of open todos. If it
	 * ignores the request, the agent stops. Default false.
	 */
	readonly nudge?: boolean | undefined;
	/**
	 * Whether the middleware adds the tools of the dialect. Default true. Pass false if the agent has tools of its
	 * own.
	 */
	readonly tools?: boolean | undefined;
	/** Whether the model gets the tool `ask_user`, which lets a todo wait for the person. A `Conversation` in `stores` has to have its own `ask: true`. Default false. */
	readonly ask?: boolean | undefined;
	/** As `ToolsOptions.onChange`, with the `thread_id` of the list. */
	readonly onChange?:
		| ((outcome: Outcome, thread: string | undefined) => void | Promise<void>)
		| undefined;
}

type TodoState = typeof stateSchema;

/** The middleware that `agentTodosMiddleware` returns. */
export type AgentTodosMiddleware = AgentMiddleware<
	TodoState,
	undefined,
	unknown,
	readonly DynamicStructuredTool[],
	readonly []
>;

/**
 * Returns a middleware that adds a todo list for each thread to an agent: the tools, and reminders in the messages.
 * The agent's state has the current list as `todos`.
 *
 * A reminder is appended before a request to the model, when there is one. Its message becomes part of the agent's
 * state and keeps its place, so nothing before the end is ever rewritten. If messages that held the list are
 * removed from the state, the next reminder is the whole list. Place this middleware after one that shortens the
 * conversation, such as `summarizationMiddleware`. Its messages have the `additional_kwargs.lc_source`
 * `"agent-todos"`, so an interface can tell them from the user's.
 *
 * Throws `invalid_argument` if the dialect or the mode does not exist.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AgentTodosMiddleware, type AgentTodosMiddlewareOptions, agentTodosMiddleware } from "agent-todos/langchain";
 *
 * const lists = new Map<string | undefined, TodoStore>();
 * const stores = (thread: string | undefined) => lists.get(thread) ?? new TodoStore();
 * const options: AgentTodosMiddlewareOptions = { stores, nudge: true };
 * const middleware: AgentTodosMiddleware = agentTodosMiddleware(options); // createAgent({ model, tools, middleware: [middleware] })
 * console.log(middleware.name); // → agentTodosMiddleware
 * ```
 */
export function agentTodosMiddleware(
	options: AgentTodosMiddlewareOptions = {},
): AgentTodosMiddleware {
	const { role, nudge, onChange, ...given } = readOptions(
		options,
		"agentTodosMiddleware()",
		{
			stores: [expectAnything],
			dialect: [expectAnything, "todo_manager"],
			reminders: [expectAnything, "changes"],
			role: [expectOneOf("user", "system"), "user"],
			nudge: [expectBoolean, false],
			tools: [expectBoolean, true],
			ask: [expectBoolean, false],
			onChange: [expectFunction],
		},
	);
	const { stores, dialect, reminders, ask } = given;
	const sessions = new Sessions({ stores, dialect, reminders, ask });

	const makeMessage = (content: string, id?: string) => {
		const fields = {
			content,
			additional_kwargs: { lc_source: "agent-todos" },
			...(id !== undefined && { id }),
		};
		return role === "system"
			? new SystemMessage(fields)
			: new HumanMessage(fields);
	};

	// Made now, so that a wrong option throws here.
	const offered = new Conversation(new TodoStore(), {
		dialect,
		reminders,
		ask,
	}).tools;
	const tools = offered.map((spec, place) =>
		makeTool(spec, async (args, { toolCall, configurable, state }) => {
			const thread = readThread(configurable);
			if (stores === undefined && toolCall === undefined)
				throw invalid(
					"agentTodosMiddleware(): a call outside an agent has no state that keeps the list: set stores",
				);
			const session = await sessions.open(state?._agentTodos, thread, "base");
			const { execute } = session.conversation.tools[place] as AgentTool;
			const carryOut = async (): Promise<Answered> => {
				const executed = execute(args);
				// Before another call of the message changes the list again: that one may never be answered.
				const { revision } = session.conversation.store;
				const written = sessions.write(session);
				const outcome = await executed;
				const isLatest = outcome.revision === revision;
				return {
					outcome,
					written: isLatest ? written : sessions.write(session),
				};
			};
			const id = toolCall?.id;
			const known = id === undefined ? undefined : session.answered.get(id);
			const { outcome, written } = known ?? (await carryOut());
			if (id !== undefined) session.answered.set(id, { outcome, written });
			await callOnChange(outcome, (outcome) => onChange?.(outcome, thread));
			if (toolCall === undefined) return outcome.text;
			const messages = [makeToolMessage(spec.name, outcome, id)];
			return new Command({ update: { messages, _agentTodos: written } });
		}),
	);

	const openSession = (
		kept: Kept | undefined,
		configurable: Readonly<Record<string, unknown>> | undefined,
	) => sessions.open(kept, readThread(configurable), "now");

	return createMiddleware({
		name: "agentTodosMiddleware",
		stateSchema,
		tools: given.tools ? tools : [],
		beforeModel: async ({ messages, _agentTodos: kept, todos }, runtime) => {
			const session = await openSession(kept, runtime.configurable);
			const { conversation } = session;
			const ids = new Set(messages.map(({ id }) => id));
			const last = messages.at(-1);
			const isByCall = conversation._hasListByCall();
			if (isByCall) {
				// If the user spoke last, the host may have dropped what the model wrote.
				const answer = last?.getType() === "human" ? undefined : last?.id;
				session.told = answer === undefined ? [] : [answer];
				if (answer === undefined) conversation.compacted();
			} else if (session.told.some((id) => !ids.has(id))) {
				session.told = [];
				conversation.compacted();
			}
			const text = conversation.reminder();
			const list = conversation.store.getAll();
			// `todos` was stored, so none of its todos is the same object.
			const shown = isEqual(todos, list) ? undefined : { todos: list };
			session.base = session.now;
			session.answered.clear();
			if (text === undefined && kept !== undefined && !isByCall) return shown;
			const told = [];
			if (text !== undefined) {
				if (conversation._isReminderWhole()) session.told = [];
				const id = `agent-todos-${makeUniqueName()}`;
				session.told.push(id);
				told.push(makeMessage(text, id));
			}
			const written = sessions.write(session);
			session.base = session.now;
			return { ...shown, messages: told, _agentTodos: written };
		},
		...(nudge && {
			afterModel: {
				canJumpTo: ["model" as const],
				hook: async ({ messages, _agentTodos: kept }, runtime) => {
					const last = messages.at(-1);
					if (!AIMessage.isInstance(last) || last.tool_calls?.length) return;
					const session = await openSession(kept, runtime.configurable);
					const text = session.conversation.nudge();
					if (text === undefined) return;
					return {
						messages: [makeMessage(text)],
						_agentTodos: sessions.write(session),
						jumpTo: "model" as const,
					};
				},
			},
		}),
		afterAgent: ({ _agentTodos: kept }) => {
			if (kept !== undefined) sessions.end(kept);
		},
	});
}

function readThread(
	configurable: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
	const id = configurable?.thread_id;
	return id === undefined ? undefined : String(id);
}
