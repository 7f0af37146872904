// The page of the MCP App `ui://agent-todos/list`: `<agent-todos>` over the list of the server, in
// the frame that a client shows. It speaks to the client by `postMessage` alone (JSON-RPC,
// specification 2026-01-26), and makes no request to anywhere.

import { makeMethods } from "../../connect/methods.js";
import { AgentTodosElement } from "../../element/agent-todos.js";
import "../../element/define.js";
import type { TodoList } from "../../element/session/source.js";
import type { AppState } from "./list.js";
import { type AppCall, sign } from "./proof.js";

declare const PACKAGE_VERSION: string;

type Params = Record<string, unknown>;
interface Message {
	readonly jsonrpc: "2.0";
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: Params;
	readonly result?: Params;
	readonly error?: { readonly message: string };
}

const client = window.parent;
const post = (message: object) =>
	client.postMessage({ jsonrpc: "2.0", ...message }, "*");
const waiting = new Map<number | string, (answer: Message) => void>();
let sent = 0;

async function request(method: string, params: Params): Promise<Params> {
	const id = ++sent;
	const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
	post({ id, method, params });
	const { result, error } = await answered;
	if (error) throw new Error(error.message);
	return result ?? {};
}

const notify = (method: string, params: Params = {}) =>
	post({ method, params });

window.addEventListener("message", ({ source, data }) => {
	if (source !== client || data?.jsonrpc !== "2.0") return;
	const message: Message = data;
	const { id, method, params = {} } = message;
	if (method === undefined) {
		if (id === undefined) return;
		waiting.get(id)?.(message);
		waiting.delete(id);
	} else if (id !== undefined) {
		const isKnown = method === "ping" || method === "ui/resource-teardown";
		const error = { code: -32601, message: `there is no method ${method}` };
		post(isKnown ? { id, result: {} } : { id, error });
	} else if (method === "ui/notifications/tool-result") void refresh();
	else if (method === "ui/notifications/host-context-changed") look(params);
});

// The list ---------------------------------------------------------------------------------------

let state: Pick<
	AppState,
	"todos" | "decisions" | "proposal" | "approval" | "revision"
> = {
	todos: [],
	decisions: [],
	proposal: null,
	approval: null,
	revision: 0,
};
type ChangeListener = Parameters<TodoList["subscribe"]>[0];
const listeners = new Set<ChangeListener>();
/** Whether the client passes on to the model what an App says. */
let hasContext = false;

/** The secret with which this page signs its calls. */
const secret = document.documentElement.dataset.secret ?? "";
delete document.documentElement.dataset.secret;

/**
 * The most attempts at a call while the list changes. What the person was shown is in the
 * arguments, and the list checks it.
 */
const maxAttempts = 5;

/** Calls a method of the list as the user; without one, only reads it. */
async function call(method?: string, ...args: unknown[]): Promise<unknown> {
	// Undefined does not cross as JSON, and null would mean something else.
	while (args.length > 0 && args.at(-1) === undefined) args.pop();
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const { revision } = state;
		const { value, isStale } = await send(
			method === undefined ? [revision] : [revision, method, args],
		);
		if (!isStale) return value;
	}
	throw new Error("The list kept changing, so nothing was done: press again");
}

async function send(asked: AppCall): Promise<AppState> {
	const { content, structuredContent, isError } = (await request("tools/call", {
		name: "agent_todos_person",
		arguments: await sign(secret, asked),
	})) as {
		content?: readonly { text?: string }[];
		structuredContent?: AppState;
		isError?: boolean;
	};
	if (isError || structuredContent === undefined)
		throw new Error(content?.[0]?.text ?? "the list does not answer");
	const { revision, isChanged, reminder } = structuredContent;
	if (revision !== state.revision) {
		state = structuredContent;
		// The answer does not say who made other changes. Usually it is the model.
		const by = isChanged ? "user" : "model";
		for (const listener of listeners) listener({ revision, by });
	}
	// What the model reads with its next request.
	if (isChanged && hasContext)
		await request("ui/update-model-context", {
			content: [{ type: "text", text: reminder }],
		}).catch(console.error);
	return structuredContent;
}

const refresh = () => call().then(undefined, console.error);

const members = {
	isConnected: true,
	get todos() {
		return state.todos;
	},
	get revision() {
		return state.revision;
	},
	get proposal() {
		return state.proposal;
	},
	get approval() {
		return state.approval;
	},
	decisions: () => state.decisions,
	subscribe(listener: ChangeListener) {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
};
const list: TodoList = Object.assign(
	members,
	makeMethods((method, ...args: readonly unknown[]) => call(method, ...args)),
);

// The look ---------------------------------------------------------------------------------------

const root = document.documentElement;

/** Takes over the client's theme, language and colours. */
function look({ theme, locale, styles }: Params): void {
	if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
	if (typeof locale === "string") root.lang = locale;
	const { variables } = Object(styles) as { variables?: object };
	for (const [name, value] of Object.entries(variables ?? {}))
		if (name.startsWith("--") && typeof value === "string")
			root.style.setProperty(name, value);
}

/**
 * A frame that may not submit forms does not even report that one was submitted. So the event is
 * dispatched here, for Enter too.
 */
document.addEventListener("click", (event) => {
	const [button] = event.composedPath();
	if (!(button instanceof HTMLButtonElement) || button.type !== "submit")
		return;
	event.preventDefault();
	button.form?.dispatchEvent(
		new SubmitEvent("submit", { cancelable: true, bubbles: true }),
	);
});

async function start(): Promise<void> {
	const { hostContext, hostCapabilities } = await request("ui/initialize", {
		protocolVersion: "2026-01-26",
		appInfo: { name: "agent-todos", version: PACKAGE_VERSION },
		appCapabilities: {},
	});
	look(Object(hostContext) as Params);
	hasContext = "updateModelContext" in Object(hostCapabilities);
	notify("ui/notifications/initialized");
	await refresh();
	const element = new AgentTodosElement();
	element.list = list;
	document.body.append(element);
	new ResizeObserver(() =>
		notify("ui/notifications/size-changed", {
			width: Math.ceil(root.scrollWidth),
			height: Math.ceil(document.body.getBoundingClientRect().height),
		}),
	).observe(document.body);
	// The model may have changed it meanwhile, in a call that shows another App.
	window.addEventListener("focus", () => void refresh());
}

void start();
