// Makes the one WebAssembly instance behind every entry, and sees to it that what cannot work says so.

import * as glue from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/error.js";
import * as names from "../generated/names.js";

/** The WebAssembly module: its bytes, or compiled. A compiled one can be sent to a worker. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** Where the WebAssembly module comes from. */
export type InitInput = WasmSource | Response | URL | string;

type Functions = Record<string, (...args: never[]) => unknown>;

let started: Promise<void> | undefined;

/**
 * Makes the package ready from the WebAssembly module, at once. Does nothing when it is ready already.
 *
 * For where nothing may be awaited. Browsers refuse it on a page's main thread for modules above 8 MB, which this one
 * is far from.
 */
export function initSync(source: WasmSource): void {
	if (isReady()) return;
	const module =
		source instanceof WebAssembly.Module
			? source
			: new WebAssembly.Module(source);
	start(new WebAssembly.Instance(module, imports));
	started = Promise.resolve();
}

/** Makes the package ready from what `load` gives, once: later calls get the same promise, unless it failed. */
export function initOnce(load: () => Promise<InitInput>): Promise<void> {
	started ??= load()
		.then(instantiate)
		.then((instance) => {
			// initSync may have been quicker.
			if (!isReady()) start(instance);
		})
		.catch((error: unknown) => {
			started = undefined;
			throw error;
		});
	return started;
}

async function instantiate(input: InitInput): Promise<WebAssembly.Instance> {
	const source =
		typeof input === "string" || input instanceof URL
			? await fetched(input)
			: input;
	if (source instanceof WebAssembly.Module)
		return WebAssembly.instantiate(source, imports);
	if (!isResponse(source))
		return (await WebAssembly.instantiate(source, imports)).instance;
	const type = source.headers.get("Content-Type") ?? "";
	// A page is what many hosts answer, with 200, for a file that is not there.
	if (!source.ok || type.startsWith("text/html"))
		throw notServed(
			source.url,
			`answered ${source.ok ? `with ${type}` : source.status}`,
		);
	const { instance } = type.startsWith("application/wasm")
		? await WebAssembly.instantiateStreaming(source, imports)
		: await WebAssembly.instantiate(await source.arrayBuffer(), imports);
	return instance;
}

/** Not by its class: Jest's jsdom has none of that name. */
function isResponse(source: BufferSource | Response): source is Response {
	return "headers" in source;
}

/** The browser says "Failed to fetch", and not of what. */
function fetched(url: string | URL): Promise<Response> {
	return fetch(url).catch((cause: unknown) => {
		throw notServed(url, "did not answer", { cause });
	});
}

function notServed(
	url: string | URL,
	why: string,
	options?: ErrorOptions,
): Error {
	return new Error(
		`agent-todos: ${url} ${why}: is agent_todos_bg.wasm served there?`,
		options,
	);
}

let ready = false;

function isReady(): boolean {
	return ready;
}

function start(instance: WebAssembly.Instance): void {
	const exports = { ...(instance.exports as unknown as Functions) };
	if (exports[names.frees[0]] === undefined)
		throw new Error("agent-todos: not the agent_todos_bg.wasm of this version");
	for (const name of names.frees) {
		const free = exports[name] as
			| ((pointer: number, isDelayed: 1) => void)
			| undefined;
		// Delayed until a call in progress is over, so that a listener may free its store; freed once, however often called.
		if (free) exports[name] = (pointer: number) => pointer && free(pointer, 1);
	}
	Object.setPrototypeOf(exports, missing);
	glue.__wbg_set_wasm(exports);
	ready = true;
	(exports[names.start] as () => void)();
}

/** What a smaller module lacks says so. */
const missing = new Proxy(
	{},
	{
		get() {
			throw new TodoError(
				"invalid_argument",
				"not in this module: dialects.wasm has every dialect and callXml, agent_todos_bg.wasm TodoRun too, agent_todos_all.wasm TaskStore too",
			);
		},
	},
);

// Minified classes still say what they are.
for (const [value, name] of [
	[glue.TodoStore, "TodoStore"],
	[glue.TodoRun, "TodoRun"],
	[glue.TaskStore, "TaskStore"],
	[TodoError, "TodoError"],
] as const)
	Object.defineProperty(value, "name", { value: name });

// What the module of another build asks for is not here, so that one is refused.
const imports = { [names.stamp]: glue as unknown as WebAssembly.ModuleImports };

// Until the instance is there, whatever is called first finds this in its place.
glue.__wbg_set_wasm(
	new Proxy(
		{},
		{
			get() {
				throw new TodoError(
					"not_initialized",
					"agent-todos is not ready: await init() first",
				);
			},
		},
	),
);
