// The list beside the tools of an MCP server: as a resource, and as an MCP App, in which a person works on it inside the client.

import type {
	CallToolResult,
	ClientCapabilities,
	McpServer,
	ServerContext,
	StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Outcome, TodoStore } from "../../generated/agent_todos_bg.js";
import { type FollowerMethod, methods } from "../connect/owner.js";
import { type JsonSchema, TodoError } from "../exports.js";
import { standardSchema } from "../tool.js";

/** A list that is served. */
export interface ServedList {
	/** Its name: the end of its URI. */
	readonly name: string;
	/** Calls `act` with the store, keeps what it changed, and returns its result. A change is reported with `outcomeOf` it. */
	use<Result>(
		act: (store: TodoStore) => Result,
		outcomeOf?: (result: Result) => Outcome,
	): Promise<Result>;
	/** Calls the listener after each change, where changes are reported. Returns the function that ends it. */
	watch?(listener: () => void): () => void;
}

/** What the App shows, and what the model reads of it with its next request. */
export interface AppState {
	readonly revision: number;
	readonly todos: ReturnType<TodoStore["getAll"]>;
	readonly value: unknown;
	readonly isChanged: boolean;
	readonly reminder: string;
}

/** The page of the App, which holds all that it needs; written in by the build. */
declare const APP_PAGE: string;

const appUri = "ui://agent-todos/list";
const appType = "text/html;profile=mcp-app";
const extension = "io.modelcontextprotocol/ui";
const declared = "io.modelcontextprotocol/clientCapabilities";

/**
 * The tool of the App. It writes as the user, so no model may call it: it is listed only for clients with Apps, which
 * hide it from the model.
 */
const personTool = "agent_todos_person";

/** The reference to the App in the model's tools. */
export const appMeta = { ui: { resourceUri: appUri } };

/** The address of the list as a resource. */
export const uriOf = (name: string) => `todos://${encodeURIComponent(name)}`;

export function serveList(server: McpServer, list: ServedList): void {
	const uri = uriOf(list.name);
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
		() => ({
			contents: [
				{ uri: appUri, mimeType: appType, text: APP_PAGE, _meta: meta },
			],
		}),
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
		async (call): Promise<CallToolResult> => {
			try {
				const state = await list.use((store) => acted(store, call as Call));
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

interface Call {
	readonly method?: FollowerMethod;
	readonly args?: readonly unknown[];
}

function acted(store: TodoStore, { method, args = [] }: Call): AppState {
	const before = store.revision;
	const person = store.as("user");
	try {
		const operation =
			method && (person[method] as (...args: unknown[]) => unknown);
		const value = operation?.apply(person, [...args]);
		return {
			revision: store.revision,
			todos: store.getAll(),
			value,
			isChanged: store.revision !== before,
			reminder: store.systemReminder(),
		};
	} finally {
		person.free();
	}
}

const personInput: JsonSchema = {
	type: "object",
	properties: {
		method: { type: "string", enum: [...methods] },
		args: { type: "array" },
	},
	additionalProperties: false,
};
const personSchema: StandardSchemaWithJSON = {
	"~standard": standardSchema(
		() => personInput,
		(value) => {
			const { method, args = [] } = Object(value) as Partial<Call>;
			const isOne =
				(method === undefined || methods.includes(method)) &&
				Array.isArray(args);
			return isOne
				? { value: { method, args } }
				: { issues: [{ message: `use one of ${methods.join(", ")}` }] };
		},
	),
};

type Context = Partial<Pick<ServerContext, "mcpReq">>;

/**
 * Returns what the client of a request can do. In the newest protocol each request says so; before, the client says
 * it when it connects.
 */
export function capabilitiesOf(
	{ server }: McpServer,
	context: Context | undefined,
): ClientCapabilities | undefined {
	const envelope = Object(context?.mcpReq?.envelope) as {
		[declared]?: ClientCapabilities;
	};
	return envelope[declared] ?? server.getClientCapabilities();
}

/** Whether a client shows Apps. */
function showsApps(capabilities: ClientCapabilities | undefined): boolean {
	const { mimeTypes } = Object(capabilities?.extensions?.[extension]) as {
		mimeTypes?: unknown;
	};
	return Array.isArray(mimeTypes) && mimeTypes.includes(appType);
}

/**
 * Hides the App's tool from clients without Apps. Has to be called before the first tool is registered. The tool can
 * be called without being listed, as a server without sessions does not know which client calls.
 */
export function listForAppsAlone(mcpServer: McpServer): void {
	const { server } = mcpServer;
	type Listed = { readonly tools: readonly { readonly name: string }[] };
	type Handler = (request: unknown, context?: Context) => Promise<Listed>;
	const set = server.setRequestHandler.bind(server) as (
		method: string,
		handler: Handler,
		...others: unknown[]
	) => void;
	const filtered =
		(list: Handler): Handler =>
		async (request, context) => {
			const result = await list(request, context);
			if (showsApps(capabilitiesOf(mcpServer, context))) return result;
			const tools = result.tools.filter(({ name }) => name !== personTool);
			return { ...result, tools };
		};
	server.setRequestHandler = ((method: string, handler: Handler, ...others) =>
		set(
			method,
			method === "tools/list" ? filtered(handler) : handler,
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
