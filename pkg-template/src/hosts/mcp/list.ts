// The list beside the tools of an MCP server: as a resource, and as an MCP App, in which a person
// works on it inside the client.

import type {
	CallToolResult,
	ClientCapabilities,
	ListResourcesResult,
	ListToolsResult,
	McpServer,
	ServerContext,
	StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import {
	ProtocolError,
	ProtocolErrorCode,
	ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { Outcome, TodoStore } from "../../../generated/agent_todos_bg.js";
import { TodoError } from "../../../generated/snippets.js";
import { invalid } from "../../arguments/check.js";
import {
	type FollowerMethod,
	isReader,
	listMethods,
} from "../../connect/methods.js";
import { Conversation } from "../../tools/conversation.js";
import { type JsonSchema, makeStandardSchema } from "../../tools/tool.js";
import { type AppCall, isSigned } from "./proof.js";
import { makeUri } from "./uri.js";

/** A list that is served. */
export interface ServedList {
	/** Its name: the end of its URI. */
	readonly name: string;
	/**
	 * Calls `act` with the store, keeps what it changed, and returns its result. `onChange` of the
	 * server receives what `readOutcome` returns of it.
	 */
	use<Result>(
		act: (store: TodoStore) => Result,
		readOutcome?: (result: Result) => Outcome,
	): Promise<Result>;
	/**
	 * Returns the secret of the list's App: the same in every process that serves the list, as the
	 * page may be another's than the one that the App calls.
	 */
	secret(): Promise<string>;
	/**
	 * Calls the listener after each change, where changes are reported. Returns the function that
	 * ends it.
	 */
	watch?(listener: () => void): () => void;
}

/** What the App shows, and what the model reads of it with its next request. */
export interface AppState {
	readonly revision: number;
	readonly todos: ReturnType<TodoStore["getAll"]>;
	readonly decisions: ReturnType<TodoStore["decisions"]>;
	readonly proposal: TodoStore["proposal"];
	readonly approval: TodoStore["approval"];
	readonly value: unknown;
	readonly isChanged: boolean;
	/**
	 * Whether nothing was done because the call names an older revision. The App then repeats it with
	 * the latest one.
	 */
	readonly isStale: boolean;
	readonly reminder: string;
}

/** The page of the App, which holds all that it needs; written in by the build. */
declare const APP_PAGE: string;

const appUri = "ui://agent-todos/list";
const appType = "text/html;profile=mcp-app";
const extension = "io.modelcontextprotocol/ui";
const declared = "io.modelcontextprotocol/clientCapabilities";

/**
 * The tool of the App. It writes as the user, so no model may call it: it is there only for clients
 * with Apps, which hide it from the model, and takes only what the page of the App has signed.
 */
const personTool = "agent_todos_person";

/** The reference to the App in the model's tools. */
export const appMeta = { ui: { resourceUri: appUri } };

export function serveList(server: McpServer, list: ServedList): void {
	const uri = makeUri(list.name);
	server.registerResource(
		list.name,
		uri,
		{
			title: "Todo list",
			description: "The current todo list, as XML.",
			mimeType: "application/xml",
		},
		async () => {
			const text = await list.use((store) => store.getXml());
			return { contents: [{ uri, mimeType: "application/xml", text }] };
		},
	);
	const meta = { ui: { csp: {}, prefersBorder: true } };
	server.registerResource(
		"agent-todos",
		appUri,
		{
			title: "Todo list",
			description: "The todo list, for a person to work on.",
			mimeType: appType,
			_meta: meta,
		},
		async (uri, context) => {
			if (!showsApps(readCapabilities(server, context)))
				throw new ResourceNotFoundError(uri.href);
			const text = APP_PAGE.replace("{secret}", await list.secret());
			const page = { uri: appUri, mimeType: appType, text, _meta: meta };
			return { contents: [page] };
		},
	);
	server.registerTool(
		personTool,
		{
			title: "A person's change",
			description: "Carries out what a person does in the todo list.",
			inputSchema: personSchema,
			annotations: { destructiveHint: true, openWorldHint: false },
			_meta: { ui: { resourceUri: appUri, visibility: ["app"] } },
		},
		async (given): Promise<CallToolResult> => {
			try {
				const { call, proof } = given as Signed;
				if (!(await isSigned(await list.secret(), call, proof)))
					throw invalid("only the App may call this: open the App again");
				const asked = readCall(call);
				const state = await list.use((store) => actAsPerson(store, asked));
				return {
					content: [{ type: "text", text: state.reminder }],
					structuredContent: { ...state },
				};
			} catch (error) {
				if (!(error instanceof TodoError)) throw error;
				return {
					content: [{ type: "text", text: error.message }],
					isError: true,
				};
			}
		},
	);
	if (list.watch) reportUpdates(server, uri, list.watch.bind(list));
}

/** The arguments of the App's tool. */
interface Signed {
	readonly call: string;
	readonly proof: string;
}

interface SignedCall {
	readonly revision: number;
	readonly method: FollowerMethod | undefined;
	readonly args: readonly unknown[];
}

/** Reads what the App has signed. Throws `invalid_argument` for what followers cannot call. */
function readCall(text: string): SignedCall {
	const [revision, name, args = []] = JSON.parse(text) as AppCall;
	const methods = listMethods();
	const method = methods.find((known) => known === name);
	if (name !== undefined && method === undefined)
		throw invalid(`use one of ${methods.join(", ")}`);
	return { revision, method, args };
}

function actAsPerson(
	store: TodoStore,
	{ revision, method, args }: SignedCall,
): AppState {
	const before = store.revision;
	const isStale =
		method !== undefined && !isReader(method) && before !== revision;
	const person = store.as("user");
	try {
		const operation =
			method && (person[method] as (...args: unknown[]) => unknown);
		const value = isStale
			? undefined
			: operation?.apply(
					person,
					args.map((arg) => arg ?? undefined),
				);
		return {
			revision: store.revision,
			todos: store.getAll(),
			decisions: store.decisions(),
			proposal: store.proposal,
			approval: store.approval,
			value,
			isChanged: store.revision !== before,
			isStale,
			reminder: readWhole(store),
		};
	} finally {
		person.free();
	}
}

/**
 * Returns what a model reads of the list that knows nothing of it: all of it, and what the user
 * answered.
 */
function readWhole(store: TodoStore): string {
	using conversation = new Conversation(store);
	return conversation.reminder() ?? store.systemReminder();
}

const personInput: JsonSchema = {
	type: "object",
	properties: { call: { type: "string" }, proof: { type: "string" } },
	required: ["call", "proof"],
	additionalProperties: false,
};
const personSchema: StandardSchemaWithJSON = {
	"~standard": makeStandardSchema(
		() => personInput,
		(value) => {
			const { call, proof } = Object(value) as Partial<Signed>;
			return typeof call === "string" && typeof proof === "string"
				? { value: { call, proof } }
				: { issues: [{ message: "call and proof must be texts" }] };
		},
	),
};

type Context = Partial<Pick<ServerContext, "mcpReq">>;

/**
 * Returns what the client of a request can do. In the newest protocol each request says so; before,
 * the client says it when it connects.
 */
export function readCapabilities(
	{ server }: McpServer,
	context: Context | undefined,
): ClientCapabilities | undefined {
	const envelope = Object(context?.mcpReq?.envelope) as {
		[declared]?: ClientCapabilities;
	};
	return envelope[declared] ?? server.getClientCapabilities();
}

/** Returns whether a client shows Apps. */
function showsApps(capabilities: ClientCapabilities | undefined): boolean {
	const { mimeTypes } = Object(capabilities?.extensions?.[extension]) as {
		mimeTypes?: unknown;
	};
	return Array.isArray(mimeTypes) && mimeTypes.includes(appType);
}

type Handler = (
	request: { readonly params?: { readonly [name: string]: unknown } },
	context?: Context,
) => Promise<object>;

/**
 * Hides the App's tool from clients without Apps: for them it does not exist. The page is not
 * listed either: a host finds it by the reference in a tool, and a model that reads resources must
 * not find it. Call this before anything is registered.
 */
export function serveAppsAlone(mcpServer: McpServer): void {
	const { server } = mcpServer;
	const set = server.setRequestHandler.bind(server) as (
		method: string,
		handler: Handler,
		...others: unknown[]
	) => void;
	const hasApps = (context: Context | undefined) =>
		showsApps(readCapabilities(mcpServer, context));
	const hidden: Readonly<Record<string, (handler: Handler) => Handler>> = {
		"tools/list": (list) => async (request, context) => {
			const result = (await list(request, context)) as ListToolsResult;
			if (hasApps(context)) return result;
			const tools = result.tools.filter(({ name }) => name !== personTool);
			return { ...result, tools };
		},
		"tools/call": (call) => (request, context) => {
			if (request.params?.name !== personTool || hasApps(context))
				return call(request, context);
			throw new ProtocolError(
				ProtocolErrorCode.InvalidParams,
				`Tool ${personTool} not found`,
			);
		},
		"resources/list": (list) => async (request, context) => {
			const result = (await list(request, context)) as ListResourcesResult;
			const resources = result.resources.filter(({ uri }) => uri !== appUri);
			return { ...result, resources };
		},
	};
	server.setRequestHandler = ((method: string, handler: Handler, ...others) =>
		set(
			method,
			hidden[method]?.(handler) ?? handler,
			...others,
		)) as typeof set as typeof server.setRequestHandler;
}

/** Sends `notifications/resources/updated` after each change to a client that subscribed. */
function reportUpdates(
	{ server }: McpServer,
	uri: string,
	watch: (listener: () => void) => () => void,
): void {
	let leave: (() => void) | undefined;
	const stop = () => {
		leave?.();
		leave = undefined;
	};
	server.registerCapabilities({ resources: { subscribe: true } });
	server.setRequestHandler("resources/subscribe", ({ params }) => {
		if (params.uri === uri)
			leave ??= watch(() => void server.sendResourceUpdated({ uri }));
		return {};
	});
	server.setRequestHandler("resources/unsubscribe", ({ params }) => {
		if (params.uri === uri) stop();
		return {};
	});
	const closed = server.onclose;
	server.onclose = () => {
		stop();
		closed?.();
	};
}
