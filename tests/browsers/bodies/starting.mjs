// How the package is made ready, and what it says before. Each body loads the entries anew.

import { equal, fail, match, ok, refused, same } from "../assert.mjs";

const rejected = (promise) =>
	promise.then(
		() => fail("expected a rejection"),
		(error) => error,
	);

function works({ TodoStore, tools }) {
	const store = new TodoStore();
	store.addMultiple(["a"]);
	same(store.getXml(), '<todos><todo id="1" status="todo">a</todo></todos>');
	same(tools(store)[0].call({ action: "list" }).ok, true);
	store.free();
}

const notReady = (entry, action) =>
	refused(entry, action, "not_initialized", /await init\(\)/);

const notWasm = () => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
/** WebAssembly, and no module of ours. */
const empty = () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

export const starting = [
	{
		name: "both entries export the same names, and the same things under them",
		run({ main: entry, inline }) {
			equal(Object.keys(entry).sort(), Object.keys(inline).sort());
			equal(Object.keys(entry).sort(), [
				"Conversation",
				"StorageError",
				"TodoError",
				"TodoStore",
				"connect",
				"init",
				"memoryStorage",
				"openList",
				"openLists",
				"overBroadcastChannel",
				"overRuntime",
				"overSockets",
				"overWebSocket",
				"persist",
				"reporting",
				"tools",
			]);
			// These find the module, each in its own way.
			const own = ["init", "openList", "openLists"];
			for (const name of Object.keys(entry))
				if (!own.includes(name)) same(entry[name], inline[name], name);
			ok(new inline.TodoStore() instanceof entry.TodoStore);
		},
	},
	{
		name: "use before init() is one clear error; init() is memoised",
		where: ["page", "worker", "service-worker"],
		async run({ fresh }) {
			const { entry } = await fresh();
			const { TodoStore, tools } = entry;
			const messages = [
				() => new TodoStore(),
				() => new TodoStore({ maxTodos: 3 }),
				() => TodoStore.fromXml("<todos></todos>"),
				() => TodoStore.fromCheckpoint("{}"),
				() => tools(Object.create(TodoStore.prototype)),
			].map((action) => notReady(entry, action).message);
			same(new Set(messages).size, 1, messages.join("\n"));
			const [one, other] = [entry.init(), entry.init()];
			same(one, other, "concurrent calls share one promise");
			notReady(entry, () => new TodoStore());
			same(await one, undefined);
			same(entry.init(), one, "later calls too");
			works(entry);
		},
	},
	{
		name: "in Node the first use needs no init(), of no entry",
		where: ["node"],
		async run({ fresh }) {
			const { entry } = await fresh();
			same(entry.TodoStore.fromXml("<todos></todos>").size, 0);
			works(entry);
			const ready = entry.init();
			same(entry.init(), ready, "concurrent calls share one promise");
			same(await ready, undefined);
			works(entry);
		},
	},
	{
		name: "the inline entry needs no init() and no file",
		async run({ freshInline }) {
			const { entry, inline } = await freshInline();
			const { fetch } = globalThis;
			globalThis.fetch = () => fail("fetch was called");
			try {
				works(inline);
				await inline.init();
				same(inline.init(), entry.init(), "one promise of both entries");
			} finally {
				globalThis.fetch = fetch;
			}
			works(inline);
			works(entry);
		},
	},
	{
		name: "a first use may overtake init(), and stays",
		async run({ freshInline }) {
			const { entry } = await freshInline();
			const pending = entry.init();
			const store = new entry.TodoStore();
			store.addMultiple(["kept"]);
			await pending;
			await entry.init();
			same(store.getAll()[0].content, "kept");
		},
	},
	{
		name: "init() that failed can be tried again",
		async run({ fresh, wasm, wasmUrl, where }) {
			const { entry } = await fresh();
			const failing = [entry.init({ module_or_path: notWasm() }), entry.init()];
			same(failing[0], failing[1]);
			for (const promise of failing)
				same((await rejected(promise)).code, "init_failed");
			const missing = wasmUrl.replace("_bg.wasm", "_missing.wasm");
			await rejected(entry.init({ module_or_path: missing }));
			const mine = Promise.reject(new Error("mine"));
			await rejected(entry.init({ module_or_path: mine }));
			// Modules of another version, or of another entry.
			for (const module_or_path of [
				empty(),
				wasmUrl.replace("todos_bg", "todos_tasks_bg"),
			]) {
				const error = await rejected(entry.init({ module_or_path }));
				ok(error instanceof entry.TodoError, String(error));
				same(error.code, "init_failed");
			}
			if (where !== "node") notReady(entry, () => new entry.TodoStore());
			await entry.init({ module_or_path: await wasm() });
			works(entry);
		},
	},
	{
		name: "a missing file is said with its address and status",
		where: ["page", "worker", "service-worker"],
		async run({ fresh, wasmUrl }) {
			const { entry } = await fresh();
			const missing = wasmUrl.replace("_bg.wasm", "_missing.wasm");
			const failing = entry.init({ module_or_path: missing });
			const { message } = await rejected(failing);
			match(message, /agent_todos_missing\.wasm.*404/);
			const bundled = missing.replace("/package/", "/.vite/deps/");
			const moved = await rejected(entry.init({ module_or_path: bundled }));
			match(moved.message, /optimizeDeps.*exclude.*agent-todos\/inline/);
		},
	},
	{
		name: "init() takes a module, a URL, bytes or a response",
		async run({ fresh, wasm, wasmUrl }) {
			const bytes = await wasm();
			const path = () => wasmUrl.split("/").map(encodeURIComponent).join("/");
			const isUrl = /^\w+:/.test(wasmUrl);
			for (const module_or_path of [
				await WebAssembly.compile(bytes),
				new URL(isUrl ? wasmUrl : `file://${path()}`),
				Promise.resolve(bytes),
				...["application/wasm", "text/plain"].map(
					(type) => new Response(bytes, { headers: { "Content-Type": type } }),
				),
			]) {
				const { entry } = await fresh();
				await entry.init({ module_or_path });
				works(entry);
			}
		},
	},
	{
		name: "init() with another address than the first is refused",
		async run({ fresh, wasmUrl }) {
			const { entry } = await fresh();
			for (let times = 0; times < 2; times++)
				await entry.init({ module_or_path: wasmUrl });
			await entry.init();
			const other = wasmUrl.replace("_bg.wasm", "_missing.wasm");
			const refusal = entry.init({ module_or_path: other });
			const { code, message } = await rejected(refusal);
			same(code, "invalid_argument");
			match(message, /agent_todos_missing\.wasm/);
			works(entry);
		},
	},
	{
		name: "without WebAssembly, init() names the line of the manifest",
		async run({ fresh, wasm }) {
			const { entry } = await fresh();
			const bytes = await wasm();
			const { Module, compile } = WebAssembly;
			// As a content security policy without 'wasm-unsafe-eval' does.
			WebAssembly.Module = function forbidden() {
				throw new WebAssembly.CompileError("");
			};
			WebAssembly.compile = async () => new WebAssembly.Module();
			let error;
			try {
				error = await rejected(entry.init({ module_or_path: bytes }));
			} finally {
				Object.assign(WebAssembly, { Module, compile });
			}
			same(error.code, "init_failed");
			match(error.message, /'wasm-unsafe-eval'.*content_security_policy/);
			await entry.init({ module_or_path: bytes });
			works(entry);
		},
	},
];
