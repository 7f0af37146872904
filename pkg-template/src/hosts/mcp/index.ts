// `agent-todos/mcp`: the tools on a server of the Model Context Protocol, made with its official
// SDK. The caller connects the transport: in a page the SDK's InMemoryTransport, in Node those of
// cli/mcp/.

import "../../loading/modules/todos.js";
import type {
	CallToolResult,
	InputRequiredResult,
	ServerContext,
	StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { McpServer } from "@modelcontextprotocol/server";
import type {
	DialectName,
	Outcome,
} from "../../../generated/agent_todos_bg.js";
import * as core from "../../../generated/agent_todos_bg.js";
import { TodoStore } from "../../../generated/agent_todos_bg.js";
import { taskPrompt } from "../../../generated/agent_todos_tasks_bg.js";
import { readOptions } from "../../arguments/check.js";
import {
	expectAnything,
	expectBoolean,
	expectFunction,
	expectMethods,
	expectOneOf,
	expectText,
} from "../../arguments/options.js";
import { makeUniqueName } from "../../arguments/values.js";
import { joinStoredAgain, splitStored } from "../../persist/stored-list.js";
import type { TodoStorage } from "../../storage/contract.js";
import { readStored, revise } from "../../storage/revise.js";
import type {
	TaskStorage,
	TaskStore,
	TaskToolsOptions,
} from "../../tasks/tools.js";
import { tools as taskTools } from "../../tasks/tools.js";
import { expectStore } from "../../tools/check-store.js";
import { Conversation } from "../../tools/conversation.js";
import type { AgentTool } from "../../tools/tool.js";
import { callOnChange, makeUncheckedSchema } from "../../tools/tool.js";
import type { ToolsOptions } from "../../tools/tools.js";
import { type Answering, answerRequest } from "./ask.js";
import {
	appMeta,
	readCapabilities,
	type ServedList,
	serveAppsAlone,
	serveList,
} from "./list.js";

export { TodoError } from "../../../generated/snippets.js";
export { StorageError } from "../../storage/contract.js";

/** The options of every server. */
interface McpServerOptions {
	/** How the server identifies itself to a client. */
	readonly serverInfo?:
		| {
				/** The server's name. Default `"agent-todos"`. */
				readonly name?: string | undefined;
				/** The server's version. Default: the version of this package. */
				readonly version?: string | undefined;
		  }
		| undefined;
	/** Called for each finished call, for metrics and logs, before its answer is sent. */
	readonly onCall?: ((call: McpCall) => void) | undefined;
}

/** A finished call. */
interface McpCall {
	/** The name of the tool. */
	readonly tool: string;
	/** Whether the outcome is `ok`. */
	readonly ok: boolean;
	/** How long the call took. */
	readonly milliseconds: number;
	/** The error with which the call failed, if its storage failed, for example. */
	readonly error?: unknown;
}

/** The options of every server over a list. */
interface TodoMcpOptions extends McpServerOptions {
	/** The dialect of the tools. Default `"todo_manager"`. */
	readonly dialect?: DialectName | undefined;
	/** As `ToolsOptions.onChange`. */
	readonly onChange?: ToolsOptions["onChange"];
	/**
	 * The instructions for the model of the client. Default: the prompt that belongs to them, as
	 * `conversation.prompt()` returns it.
	 */
	readonly instructions?: string | undefined;
	/**
	 * Whether the whole list follows the answer to a change, as a second text. Default `"full"`. A
	 * server that keeps nothing between two requests has no `"changes"`.
	 */
	readonly reminders?: "full" | "off" | undefined;
	/**
	 * Whether a client that can is to ask the person to approve the plan, each time that the model
	 * adds to it or rewords it. Default false.
	 */
	readonly approval?: boolean | undefined;
	/**
	 * Whether a client that can is to ask the person to let the agent, where a call was denied what
	 * they decided: once for each decision, unless they change it. Default false.
	 */
	readonly held?: boolean | undefined;
	/**
	 * Whether the model gets the tool `ask_user`: a todo then waits for the person, whom a client
	 * that can asks at once. Default false.
	 */
	readonly ask?: boolean | undefined;
	/** Only for a server over tasks. */
	readonly tasks?: undefined;
	/** Only for a server over tasks. */
	readonly user?: undefined;
}

/** The options of a server over one todo list. */
interface TodoMcpServerOptions extends TodoMcpOptions {
	/** The list. The host and other servers may use it at the same time. */
	readonly store: TodoStore;
	/** Only for a list in a storage. */
	readonly storage?: undefined;
}

/**
 * The options of a server over one todo list in a storage. Each call reads, changes and writes the
 * list, and nothing is kept in between, so any number of programs may serve it. If another program
 * changed the list meanwhile, the call is repeated on the new list.
 */
interface StoredTodoMcpServerOptions extends TodoMcpOptions {
	/** The storage of the list. */
	readonly storage: TodoStorage;
	/** The name under which the list is stored. Default `"todos"`. */
	readonly name?: string | undefined;
	/** The number of latest snapshots to store with the list. Default 100. */
	readonly maxSnapshots?: number | undefined;
	/** As the option of `TodoStore`, for a list that is not stored yet. A stored one has its own. */
	readonly confirmDone?: boolean | undefined;
	/** Only for a list in memory. */
	readonly store?: undefined;
}

/**
 * The options of a server over the tasks of many users, with the five tools of the dialect `tasks`.
 */
interface TaskMcpServerOptions extends McpServerOptions {
	/**
	 * The tasks: a `TaskStore`, or the result of `taskStorage`. The host and other servers may use
	 * them at the same time.
	 */
	readonly tasks: TaskStore | TaskStorage;
	/**
	 * The one user whose tasks are served. The tools then have no argument `user_id`, and a call that
	 * names another user is refused. Without it, the server trusts the caller to name the user.
	 */
	readonly user?: string | undefined;
	/** As `TaskToolsOptions.onChange`. */
	readonly onChange?: TaskToolsOptions["onChange"];
	/** The dialect of tasks. There is only one. */
	readonly dialect?: "tasks" | undefined;
	/** Only for a list in a storage: for tasks in one, see `taskStorage`. */
	readonly storage?: undefined;
	/** Only for a list. */
	readonly store?: undefined;
}

/** The options of `createMcpServer`: one member for each kind of store. */
export type CreateMcpServerOptions =
	| TodoMcpServerOptions
	| StoredTodoMcpServerOptions
	| TaskMcpServerOptions;

/**
 * Returns a server of the Model Context Protocol with every tool of a dialect, ready to
 * `connect()`. Its instructions are the dialect's section of the system prompt.
 *
 * It answers a call with the outcome's `text`, marked as an error if the outcome is not `ok`. After
 * a change, the outcome's `reminder` follows as a second text. If the model said that a todo is
 * done which a person confirms, and the client can ask its user (the capability `elicitation`), the
 * call is answered when the person has answered.
 *
 * Throws `invalid_argument` if `store` is not a `TodoStore`, the dialect does not exist, or another
 * option is ill-typed.
 *
 * @example
 * ```ts
 * import { memoryStorage, TodoStore } from "agent-todos";
 * import { createMcpServer, type CreateMcpServerOptions } from "agent-todos/mcp";
 * import { init as initTasks, TaskStore } from "agent-todos/tasks";
 *
 * await initTasks();
 * const all = { serverInfo: { name: "shop" }, onCall: ({ tool }: { tool: string }) => console.log(tool) };
 * const one: CreateMcpServerOptions = { ...all, store: new TodoStore(), dialect: "TodoWrite" };
 * const stored: CreateMcpServerOptions = { ...all, storage: memoryStorage(), name: "errands" };
 * const tasks: CreateMcpServerOptions = { ...all, tasks: new TaskStore(), user: "ann" };
 * const servers = [one, stored, tasks].map(createMcpServer);
 * console.log(servers.length); // → 3
 * ```
 */
export function createMcpServer(options: CreateMcpServerOptions): McpServer {
	const read = readServerOptions(options);
	const { onCall } = read;
	// A person may take as long as they like.
	const inputRequired = { roundTimeoutMs: 2 ** 31 - 1 };
	const capabilities = (context: ServerContext) =>
		readCapabilities(server, context);
	const { instructions, served, list } = read.tasks
		? offerTasks(read)
		: offerTodos(read, capabilities);
	const server = new McpServer(readServerInfo(read.serverInfo), {
		instructions,
		inputRequired,
	});
	serveAppsAlone(server);
	for (const { name, call, ...config } of served)
		server.registerTool(
			name,
			list ? { ...config, _meta: appMeta } : config,
			onCall ? reportCall(name, call, onCall) : call,
		);
	if (list) serveList(server, list);
	return server;
}

function readServerOptions(options: CreateMcpServerOptions) {
	const what = "createMcpServer()";
	const ofEvery = {
		serverInfo: [expectAnything],
		onCall: [expectFunction],
	} as const;
	if (options?.tasks)
		return readOptions(options, what, {
			...ofEvery,
			tasks: expectAnything,
			user: [expectAnything],
			onChange: [expectFunction],
			dialect: [expectAnything],
		});
	const overList = {
		...ofEvery,
		dialect: [expectAnything, "todo_manager"],
		onChange: [expectFunction],
		instructions: [expectText],
		reminders: [expectOneOf("full", "off"), "full"],
		approval: [expectBoolean, false],
		held: [expectBoolean, false],
		ask: [expectBoolean, false],
	} as const;
	return options?.storage
		? readOptions(options, what, {
				...overList,
				storage: expectMethods("read", "write"),
				name: [expectText, "todos"],
				maxSnapshots: [expectAnything, 100],
				confirmDone: [expectAnything],
			})
		: readOptions(options, what, { ...overList, store: expectStore });
}

const readServerInfo = (info: McpServerOptions["serverInfo"] = {}) =>
	readOptions(info, "createMcpServer(): serverInfo", {
		name: [expectText, "agent-todos"],
		version: [expectText, PACKAGE_VERSION],
	});

type ReadServerOptions = ReturnType<typeof readServerOptions>;
/** The options over a list. */
type ReadListOptions = Extract<
	ReadServerOptions,
	{ readonly tasks: undefined }
>;

type ServeCall = (
	args: unknown,
	context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

/** Returns the call with a report of each when it has ended. */
function reportCall(
	tool: string,
	call: ServeCall,
	onCall: NonNullable<McpServerOptions["onCall"]>,
): ServeCall {
	return async (args, context) => {
		const start = performance.now();
		let ended: Pick<McpCall, "ok" | "error"> = { ok: false };
		try {
			const result = await call(args, context);
			ended = { ok: !result.isError };
			return result;
		} catch (error) {
			ended = { ok: false, error };
			throw error;
		} finally {
			onCall({ tool, ...ended, milliseconds: performance.now() - start });
		}
	};
}

/** The version in package.json; written in by the build. */
declare const PACKAGE_VERSION: string;

/** What a server offers, for every kind of store. */
interface Offer {
	readonly instructions: string;
	readonly list: ServedList | undefined;
	readonly served: ReadonlyArray<
		Pick<AgentTool, "name" | "description"> & {
			readonly inputSchema: StandardSchemaWithJSON;
			readonly annotations: AgentTool["annotations"];
			readonly outputSchema?: StandardSchemaWithJSON;
			readonly call: ServeCall;
		}
	>;
}

function offerTodos(
	options: ReadListOptions,
	capabilities: Answering["capabilities"],
): Offer {
	const { dialect, approval, held, reminders, ask, instructions } = options;
	const index = core.dialectIndex(dialect);
	const answering: Answering = {
		dialect: index,
		ask,
		also: { approval, held },
		showsList: reminders === "full",
		capabilities,
	};
	const source = options.storage
		? openInStorage(options)
		: openInMemory(options.store);
	const list = reportChanges(source, options.onChange);
	using empty = new TodoStore();
	using conversation = new Conversation(options.store ?? empty, {
		dialect,
		ask,
	});
	return {
		list,
		instructions: instructions ?? conversation.prompt(),
		served: conversation.tools.map((tool) => ({
			...tool,
			call: (args, context) =>
				answerRequest(list, answering, context, tool.name, args),
		})),
	};
}

/** A list in memory or in a storage. */
interface ListSource extends Pick<ServedList, "name" | "secret" | "watch"> {
	/** Calls `act` with the store, and keeps what it changed. */
	run<Result>(act: (store: TodoStore) => Result): Promise<Result>;
}

/** Returns the list as it is served: `onChange` is awaited after each change, whatever made it. */
function reportChanges(
	{ name, run, secret, watch }: ListSource,
	onChange: TodoMcpOptions["onChange"],
): ServedList {
	return {
		name,
		secret,
		...(watch && { watch }),
		async use(act, readOutcome) {
			const { result, outcome } = await run((store) => {
				const before = store.revision;
				const result = act(store);
				return store.revision === before
					? { result }
					: { result, outcome: readOutcome?.(result) ?? describeChange(store) };
			});
			if (outcome) await callOnChange(outcome, onChange);
			return result;
		},
	};
}

/** Returns the outcome that `onChange` receives if no call of a tool made the change. */
function describeChange(store: TodoStore): Outcome {
	return {
		ok: true,
		text: "",
		notes: [],
		revision: store.revision,
		changed: true,
		reminder: store.systemReminder(),
	};
}

/** The secrets of the Apps of lists in memory, of which several servers may serve one. */
const secrets = new WeakMap<TodoStore, string>();

function openInMemory(store: TodoStore): ListSource {
	const secret = secrets.get(store) ?? makeSecret();
	secrets.set(store, secret);
	return {
		name: "todos",
		secret: async () => secret,
		run: async (act) => act(store),
		watch: (listener) => store.subscribe(({ held }) => held ?? listener()),
	};
}

/** The name of the App's secret among the texts that are stored with a list. */
const secretName = "mcp app";

/** Returns 192 random bits as text. */
const makeSecret = () => makeUniqueName() + makeUniqueName();

function openInStorage({
	storage,
	name,
	confirmDone,
	maxSnapshots,
}: Extract<ReadListOptions, { readonly storage: object }>): ListSource {
	const openStored = (text: string | null) =>
		text === null
			? new TodoStore({ maxSnapshots, confirmDone })
			: readStored(() => TodoStore.fromCheckpoint(text, { maxSnapshots }));
	openStored(null).free(); // Throws for a wrong option.
	return {
		name,
		// Stored with the list, for every process that serves it.
		secret: () =>
			revise(storage, name, (text) => {
				const known = text === null ? {} : splitStored(text).texts;
				const { [secretName]: secret = makeSecret() } = known;
				if (secretName in known) return { result: secret };
				using store = openStored(text);
				const texts = { [secretName]: secret };
				return {
					result: secret,
					text: joinStoredAgain(store.checkpoint(), text, texts),
				};
			}),
		run: (act) =>
			revise(storage, name, (text) => {
				const store = openStored(text);
				try {
					const before = store.revision;
					const result = act(store);
					return store.revision === before
						? { result }
						: { result, text: joinStoredAgain(store.checkpoint(), text) };
				} finally {
					store.free();
				}
			}),
		...(storage.watch && {
			watch: (listener: () => void) =>
				storage.watch?.(name, () => listener()) as () => void,
		}),
	};
}

function offerTasks({ tasks, user, onChange }: TaskMcpServerOptions): Offer {
	const served = taskTools(tasks, { user, onChange }).map(
		({ inputSchema, outputSchema, execute, ...tool }) => ({
			...tool,
			// Unchecked, so that the core's answer to wrong arguments has the form of the output too.
			inputSchema: makeUncheckedSchema(inputSchema),
			outputSchema: makeUncheckedSchema(outputSchema),
			call: async (args: unknown): Promise<CallToolResult> => {
				const outcome = await execute(args);
				return {
					content: [{ type: "text", text: outcome.text }],
					structuredContent: JSON.parse(outcome.text) as Record<
						string,
						unknown
					>,
					isError: !outcome.ok,
				};
			},
		}),
	);
	return { instructions: taskPrompt(), served, list: undefined };
}
