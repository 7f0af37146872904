// `agent-todos/langchain`: the tools and the reminders of an agent of LangChain's `createAgent`, with a list for each thread.

import { Command, ReducedValue, StateSchema } from "@langchain/langgraph";
import type { AgentMiddleware, DynamicStructuredTool } from "langchain";
import {
	AIMessage,
	createMiddleware,
	HumanMessage,
	SystemMessage,
	ToolMessage,
	tool,
} from "langchain";
import { z } from "zod";
import {
	checkOptionalFunction,
	checkOptions,
	excerpt,
	refuse,
} from "./check.js";
import type { TodoToolsOptions } from "./conversation-tools.js";
import { toolsOf, unchecked } from "./conversation-tools.js";
import { isEqual } from "./equal.js";
import type {
	AgentTool,
	DialectName,
	Outcome,
	ReminderMode,
	Todo,
} from "./exports.js";
import { Conversation, TodoError, TodoStore } from "./exports.js";
import { isWhole } from "./placed-reminders.js";

export type { TodoToolsOptions } from "./conversation-tools.js";

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
export function todoTools(
	conversation: Conversation,
	options: TodoToolsOptions = {},
): DynamicStructuredTool[] {
	return toolsOf(conversation, options).map((offered) =>
		toolOf(offered, async (args, { configurable, toolCall }) => {
			checkThread(conversation, configurable?.thread_id);
			const outcome = await offered.call(args);
			return toolCall?.id === undefined || outcome.ok
				? outcome.text
				: answer(offered.name, outcome, toolCall.id);
		}),
	);
}

/** What is used here of what LangChain hands to a tool. */
interface ToolConfig {
	readonly toolCall?: { readonly id?: string };
	readonly configurable?: Readonly<Record<string, unknown>>;
	/** The state of the graph, in an agent. */
	readonly state?: { readonly _agentTodos?: Kept };
}

function toolOf(
	{ name, description, inputSchema }: Omit<AgentTool, "call">,
	call: (args: unknown, config: ToolConfig) => Promise<unknown>,
): DynamicStructuredTool {
	// As a Standard JSON Schema, and for a provider's package that sends it as it is, as the JSON Schema that it becomes as JSON.
	const schema = Object.defineProperty(
		unchecked(inputSchema) as Record<string, unknown>,
		"toJSON",
		{ value: () => ({ ...inputSchema }) },
	);
	return tool(call, { name, description, schema });
}

function answer(name: string, { ok, text }: Outcome, id: string): ToolMessage {
	return new ToolMessage({
		name,
		content: text,
		status: ok ? "success" : "error",
		tool_call_id: id,
	});
}

/** The thread that a list or a conversation is used in. */
const threads = new WeakMap<TodoStore | Conversation, unknown>();

/** Two threads that share a list would settle each other's todos. */
function checkThread(of: TodoStore | Conversation, id: unknown): void {
	if (id === undefined) return;
	if (!threads.has(of)) threads.set(of, id);
	else if (threads.get(of) !== id)
		throw new TodoError(
			"invalid_argument",
			`this list is that of the thread ${excerpt(threads.get(of))}: give agentTodosMiddleware() a function as stores, or none, for a list to each thread`,
		);
}

/** A list, or one model's conversation about it. */
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
	/** As `ToolsOptions.onChange`, with the `thread_id` of the list. */
	readonly onChange?:
		| ((outcome: Outcome, thread: string | undefined) => void | Promise<void>)
		| undefined;
}

/** The part of a thread that the checkpointer stores in the graph's state. */
interface Kept {
	/** The id of the thread among those of this middleware. */
	readonly id: string;
	/** Identifies this state: the read that produced it, the state that it read, and the number of steps since. */
	readonly reading: string;
	readonly from: string;
	readonly step: number;
	/** The list, if nothing else keeps it. */
	readonly list?: string;
	/** What the model knows of the list, and the dialect and mode in which it knows it. */
	readonly conversation?: string;
	readonly as: string;
	/** The ids of the messages that told the model. */
	readonly told: readonly string[];
}

/**
 * The fields of the graph's state. LangChain hides names that begin with `_` from an agent's input and output.
 */
const fields = {
	/** The current list, for interfaces that show it. */
	todos: z.custom<ReadonlyArray<Readonly<Todo>>>().default([]),
	_agentTodos: new ReducedValue(z.custom<Kept | undefined>().optional(), {
		reducer: newer,
	}),
};
type TodoState = StateSchema<typeof fields>;
const stateSchema: TodoState = new StateSchema(fields);

/** Names a state among all those of a thread. */
const at = (kept: Kept | undefined) =>
	kept === undefined ? "" : `${kept.reading} ${kept.step}`;

/** What a state was before the calls that ran side by side. */
const before = new WeakMap<Kept, Kept>();

/** The later of two: calls of one message run side by side, and each has written the list as it found it. */
function newer(
	current: Kept | undefined,
	next: Kept | undefined,
): Kept | undefined {
	if (current === undefined || next === undefined) return next ?? current;
	const base = before.get(current);
	if (next.reading === current.reading) {
		if (next.step <= current.step) return current;
		before.set(next, base ?? current);
		return next;
	}
	// One of them was written by a process that ended before the other was, so that neither knows of the other's change.
	if (base !== undefined && next.from === at(base))
		return merged(base, current, next);
	before.set(next, current);
	return next;
}

function merged(base: Kept, one: Kept, other: Kept): Kept {
	const { id, as, step } = one;
	const reading = unique();
	const both = { id, as, reading, from: "", step, told: [] };
	if (!base.list || !one.list || !other.list) return both;
	using store = TodoStore.fromCheckpoint(other.list);
	store.merge(base.list, one.list);
	return { ...both, list: store.checkpoint(latest) };
}

const latest = { maxSnapshots: 100 };

function unique(): string {
	return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** A thread while this process works on it. */
interface Session {
	readonly id: string;
	readonly reading: string;
	readonly from: string;
	/** The state at the last call of the model, and the one that it has come to since. */
	base: string;
	now: string;
	step: number;
	readonly conversation: Conversation;
	readonly keepsList: boolean;
	told: string[];
	/** The calls since the model was last asked, by their ids: one that was cut off in `onChange` comes again. */
	readonly answered: Map<string, Answered>;
}

/** What a call did, and the state after it. */
interface Answered {
	readonly outcome: Outcome;
	readonly written: Kept;
}

/** How many threads a middleware remembers that were stopped in the middle. */
const maxSessions = 1000;

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
	checkOptions(options, "agentTodosMiddleware()", [
		"stores",
		"dialect",
		"reminders",
		"role",
		"nudge",
		"tools",
		"onChange",
	] satisfies ReadonlyArray<keyof AgentTodosMiddlewareOptions>);
	const {
		stores,
		dialect = "todo_manager",
		reminders = "changes",
		role = "user",
		nudge = false,
		tools: hasTools = true,
		onChange,
	} = options;
	checkOptionalFunction(onChange, "agentTodosMiddleware(): onChange");
	if (stores !== undefined && typeof stores !== "function")
		checkGiven(stores, "agentTodosMiddleware(): stores");
	const as = `${dialect} ${reminders}`;
	/** The latest conversation about a list: for a host that keeps no state of the graph, and gives the messages back itself. */
	const latestOf = new WeakMap<Given, Session>();
	const sessions = new Map<string, Promise<Session>>();

	/** A thread as the state has it. */
	async function read(
		kept: Kept | undefined,
		id: string,
		thread: string | undefined,
	): Promise<Session> {
		const given = typeof stores === "function" ? await stores(thread) : stores;
		if (given !== undefined)
			checkGiven(given, "agentTodosMiddleware(): what stores() returns");
		if (given === stores && given !== undefined) checkThread(given, thread);
		const known = given && latestOf.get(given);
		const session: Session = {
			id,
			reading: unique(),
			from: at(kept),
			base: at(kept),
			now: at(kept),
			step: kept?.step ?? 0,
			keepsList: given === undefined,
			answered: new Map(),
			...(kept === undefined && known !== undefined
				? { conversation: known.conversation, told: known.told }
				: taken(given, kept)),
		};
		if (given !== undefined) latestOf.set(given, session);
		return session;
	}

	/** A conversation taken up where the state has it, with the ids of the messages by which the model knows the list. */
	function taken(
		given: Given | undefined,
		kept: Kept | undefined,
	): Pick<Session, "conversation" | "told"> {
		const told = [...(kept?.told ?? [])];
		if (given instanceof Conversation) return { conversation: given, told };
		const store =
			given ??
			(kept?.list === undefined
				? new TodoStore()
				: TodoStore.fromCheckpoint(kept.list));
		return kept?.conversation !== undefined && kept.as === as
			? {
					// Its messages are in the state, the reminders among them.
					conversation: Conversation.fromCheckpoint(store, kept.conversation, {
						messages: "kept",
					}),
					told,
				}
			: {
					conversation: new Conversation(store, { dialect, reminders }),
					told: [],
				};
	}

	/** The thread's session, if it is where the state is, or one that is. */
	async function sessionOf(
		kept: Kept | undefined,
		thread: string | undefined,
		stands: "base" | "now",
	): Promise<Session> {
		if (stores !== undefined && typeof stores !== "function")
			checkThread(stores, thread);
		const id = kept?.id ?? unique();
		for (;;) {
			const live = sessions.get(id);
			if (live !== undefined) {
				const session = await live;
				// Another call of the message has read it anew meanwhile.
				if (sessions.get(id) !== live) continue;
				if (session[stands] === at(kept)) return session;
			}
			const anew = read(kept, id, thread);
			anew.catch(() => sessions.delete(id));
			sessions.delete(id);
			sessions.set(id, anew);
			const [oldest] = sessions.keys();
			if (sessions.size > maxSessions && oldest !== undefined)
				sessions.delete(oldest);
		}
	}

	function write(session: Session): Kept {
		const { id, reading, from, conversation, told } = session;
		session.step++;
		const kept = {
			id,
			reading,
			from,
			step: session.step,
			as,
			told: [...told],
			...(session.keepsList && { list: conversation.store.checkpoint(latest) }),
			conversation: conversation.checkpoint(),
		};
		session.now = at(kept);
		return kept;
	}

	const message = (content: string, id?: string) => {
		const fields = {
			content,
			additional_kwargs: { lc_source: "agent-todos" },
			...(id !== undefined && { id }),
		};
		return role === "system"
			? new SystemMessage(fields)
			: new HumanMessage(fields);
	};

	// Made at once, so that an option that is wrong is refused here.
	const offered = new Conversation(new TodoStore(), { dialect, reminders })
		.tools;
	const tools = offered.map((spec, place) =>
		toolOf(spec, async (args, { toolCall, configurable, state }) => {
			const thread = threadOf(configurable);
			const session = await sessionOf(state?._agentTodos, thread, "base");
			const { call } = session.conversation.tools[place] as AgentTool;
			const carriedOut = (): Answered => {
				const outcome = call(args);
				// Before another call of the message has changed the list again: that one may never be answered.
				return { outcome, written: write(session) };
			};
			const id = toolCall?.id;
			const known = id === undefined ? undefined : session.answered.get(id);
			const { outcome, written } = known ?? carriedOut();
			if (id !== undefined) session.answered.set(id, { outcome, written });
			if (outcome.changed) await onChange?.(outcome, thread);
			if (id === undefined) return outcome.text;
			const messages = [answer(spec.name, outcome, id)];
			return new Command({ update: { messages, _agentTodos: written } });
		}),
	);

	const atModel = (
		kept: Kept | undefined,
		configurable: Readonly<Record<string, unknown>> | undefined,
	) => sessionOf(kept, threadOf(configurable), "now");

	return createMiddleware({
		name: "agentTodosMiddleware",
		stateSchema,
		tools: hasTools ? tools : [],
		beforeModel: async ({ messages, _agentTodos: kept, todos }, runtime) => {
			const session = await atModel(kept, runtime.configurable);
			const { conversation } = session;
			const ids = new Set(messages.map(({ id }) => id));
			if (session.told.some((id) => !ids.has(id))) {
				session.told = [];
				conversation.compacted();
			}
			const text = conversation.reminder();
			const list = conversation.store.getAll();
			const shown = isShown(todos, list) ? undefined : { todos: list };
			session.base = session.now;
			session.answered.clear();
			if (text === undefined && kept !== undefined) return shown;
			const told = [];
			if (text !== undefined) {
				if (isWhole(text, conversation)) session.told = [];
				const id = `agent-todos-${unique()}`;
				session.told.push(id);
				told.push(message(text, id));
			}
			const written = write(session);
			session.base = session.now;
			return { ...shown, messages: told, _agentTodos: written };
		},
		...(nudge && {
			afterModel: {
				canJumpTo: ["model" as const],
				hook: async ({ messages, _agentTodos: kept }, runtime) => {
					const last = messages.at(-1);
					if (!AIMessage.isInstance(last) || last.tool_calls?.length) return;
					const session = await atModel(kept, runtime.configurable);
					const text = session.conversation.nudge();
					if (text === undefined) return;
					return {
						messages: [message(text)],
						_agentTodos: write(session),
						jumpTo: "model" as const,
					};
				},
			},
		}),
		afterAgent: ({ _agentTodos: kept }) => {
			if (kept !== undefined) sessions.delete(kept.id);
		},
	});
}

function checkGiven(given: unknown, what: string): asserts given is Given {
	if (!(given instanceof TodoStore || given instanceof Conversation))
		refuse(what, "a TodoStore or a Conversation");
}

function threadOf(
	configurable: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
	const id = configurable?.thread_id;
	return id === undefined ? undefined : String(id);
}

/** Whether the state shows the list as it stands: it is what was stored, so no todo of it is the same object. */
function isShown(
	shown: ReadonlyArray<Readonly<Todo>> | undefined,
	list: ReadonlyArray<Readonly<Todo>>,
): boolean {
	return isEqual(shown, list);
}
