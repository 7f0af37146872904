// How the package is made ready, and what it says before. Each body loads the entries anew.

import { equal, fail, match, ok, refused, same, thrown } from "../assert.mjs";

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
				"appendReminder",
				"callXml",
				"connect",
				"init",
				"initSync",
				"listDialects",
				"openList",
				"overBroadcastChannel",
				"overRuntime",
				"persist",
				"runAgent",
				"tools",
			]);
			// These two find the module, each in its own way.
			const own = ["init", "openList"];
			for (const name of Object.keys(entry))
				if (!own.includes(name)) same(entry[name], inline[name], name);
			ok(new inline.TodoStore() instanceof entry.TodoStore);
		},
	},
	{
		name: "use before init() is one clear error; init() is memoised; then everything works",
		async run({ fresh }) {
			const { entry, inline } = await fresh();
			const { TodoStore, tools } = entry;
			const messages = [
				() => new TodoStore(),
				() => new TodoStore({ maxTodos: 3 }),
				() => TodoStore.fromXml("<todos></todos>"),
				() => TodoStore.fromCheckpoint("{}"),
				() => tools(Object.create(TodoStore.prototype)),
				() => new inline.TodoStore(),
			].map((action) => notReady(entry, action).message);
			same(new Set(messages).size, 1, messages.join("\n"));
			const [one, other] = [entry.init(), entry.init()];
			same(one, other, "concurrent calls share one promise");
			notReady(entry, () => new TodoStore());
			same(await one, undefined);
			same(entry.init(), one, "later calls too");
			same(inline.init(), one, "of either entry");
			works(entry);
			works(inline);
		},
	},
	{
		name: "the inline entry makes both ready and asks for no file",
		async run({ fresh }) {
			const { entry, inline } = await fresh();
			const { fetch } = globalThis;
			globalThis.fetch = () => fail("fetch was called");
			try {
				await inline.init();
			} finally {
				globalThis.fetch = fetch;
			}
			works(inline);
			works(entry);
		},
	},
	{
		name: "init() and initSync() that failed leave things as they were and can be tried again",
		async run({ fresh, wasm, wasmUrl }) {
			const { entry, tasks } = await fresh();
			const failing = [entry.init({ module_or_path: notWasm() }), entry.init()];
			same(failing[0], failing[1]);
			for (const promise of failing)
				ok((await rejected(promise)) instanceof WebAssembly.CompileError);
			const noWasm = thrown(() => entry.initSync(notWasm()));
			ok(noWasm instanceof WebAssembly.CompileError, String(noWasm));
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
			for (const { initSync } of [entry, tasks])
				refused(entry, () => initSync(empty()), "init_failed", /version/);
			notReady(entry, () => new entry.TodoStore());
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
		},
	},
	{
		name: "init() takes a compiled module, a URL object, a promise of bytes, and an answer of fetch of any type",
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
		name: "initSync takes bytes or a compiled module, at once and once, and may overtake init()",
		async run({ fresh, wasm }) {
			const bytes = await wasm();
			for (const source of [bytes, new WebAssembly.Module(bytes)]) {
				const { entry } = await fresh();
				const pending = entry.init();
				notReady(entry, () => new entry.TodoStore());
				same(entry.initSync(source), undefined);
				works(entry);
				const store = new entry.TodoStore();
				store.addMultiple(["kept"]);
				entry.initSync(source);
				await pending;
				// A second start does not replace the first.
				same(store.getAll()[0].content, "kept");
			}
		},
	},
	{
		name: "init() with another address than that of the module in use is refused",
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
		name: "where WebAssembly is forbidden, init() names the line of the manifest to add",
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
