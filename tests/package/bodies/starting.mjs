// How the package is made ready, and what it says before. Each body loads the entries anew.

import { equal, fail, match, ok, refused, same, thrown } from "../assert.mjs";

async function rejected(promise, message) {
	let value;
	try {
		value = await promise;
	} catch (error) {
		return error;
	}
	fail(`${message}: expected a rejection, got ${String(value)}`);
}

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
				"follow",
				"init",
				"initSync",
				"overBroadcastChannel",
				"overRuntime",
				"persist",
				"runAgent",
				"timeSpent",
				"tools",
			]);
			for (const name of Object.keys(entry))
				if (name !== "init") same(entry[name], inline[name], name);
			ok(new inline.TodoStore() instanceof entry.TodoStore);
		},
	},
	{
		name: "use before init() is one clear error; init() is memoised; then everything works",
		async run({ fresh }) {
			const { entry, inline } = await fresh();
			for (const [what, action] of [
				["constructor", () => new entry.TodoStore()],
				[
					"constructor with options",
					() => new entry.TodoStore({ maxTodos: 3 }),
				],
				["fromXml", () => entry.TodoStore.fromXml("<todos></todos>")],
				["fromCheckpoint", () => entry.TodoStore.fromCheckpoint("{}")],
				["tools", () => entry.tools(Object.create(entry.TodoStore.prototype))],
				["the inline entry", () => new inline.TodoStore()],
			]) {
				equal(
					notReady(entry, action).message,
					notReady(entry, () => new entry.TodoStore()).message,
					what,
				);
			}
			const [one, other] = [entry.init(), entry.init()];
			same(one, other, "concurrent calls share one promise");
			notReady(entry, () => new entry.TodoStore());
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
		name: "init() that failed can be tried again, and stores made later work",
		async run({ fresh, wasm, wasmUrl }) {
			const { entry } = await fresh();
			const failing = [entry.init({ module_or_path: notWasm() }), entry.init()];
			same(failing[0], failing[1]);
			for (const promise of failing)
				ok(
					(await rejected(promise, "bytes that are no wasm")) instanceof
						WebAssembly.CompileError,
				);
			notReady(entry, () => new entry.TodoStore());
			await rejected(
				entry.init({
					module_or_path: wasmUrl.replace("_bg.wasm", "_missing.wasm"),
				}),
				"a file that is not there",
			);
			await rejected(
				entry.init({ module_or_path: Promise.reject(new Error("mine")) }),
				"a promise that rejects",
			);
			notReady(entry, () => new entry.TodoStore());
			await entry.init({ module_or_path: await wasm() });
			works(entry);
		},
	},
	{
		name: "a WebAssembly module that is not ours is refused, and ours can follow",
		async run({ fresh, wasm }) {
			const { entry } = await fresh();
			const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
			const error = await rejected(
				entry.init({ module_or_path: empty }),
				"an empty module",
			);
			ok(error instanceof Error, String(error));
			thrown(() => entry.initSync(empty), "an empty module");
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
			const error = await rejected(
				entry.init({ module_or_path: missing }),
				"a file that is not there",
			);
			match(error.message, /agent_todos_missing\.wasm.*404/);
			await entry.init();
			works(entry);
		},
	},
	{
		name: "init() takes a compiled module, a URL object and a promise of bytes",
		async run({ fresh, wasm, wasmUrl }) {
			const bytes = await wasm();
			const url = /^\w+:/.test(wasmUrl)
				? new URL(wasmUrl)
				: new URL(
						`file://${wasmUrl.split("/").map(encodeURIComponent).join("/")}`,
					);
			for (const module_or_path of [
				await WebAssembly.compile(bytes),
				url,
				Promise.resolve(bytes),
			]) {
				const { entry } = await fresh();
				await entry.init({ module_or_path });
				works(entry);
			}
		},
	},
	{
		name: "init() takes an answer of fetch, whatever its content type",
		async run({ fresh, wasm }) {
			for (const type of ["application/wasm", "text/plain"]) {
				const { entry } = await fresh();
				await entry.init({
					module_or_path: new Response(await wasm(), {
						headers: { "Content-Type": type },
					}),
				});
				works(entry);
			}
		},
	},
	{
		name: "initSync takes bytes or a compiled module, at once and once",
		async run({ fresh, wasm }) {
			const bytes = await wasm();
			for (const source of [bytes, new WebAssembly.Module(bytes)]) {
				const { entry } = await fresh();
				notReady(entry, () => new entry.TodoStore());
				same(entry.initSync(source), undefined);
				works(entry);
				const store = new entry.TodoStore();
				store.addMultiple(["kept"]);
				entry.initSync(source);
				await entry.init();
				same(
					store.getAll()[0].content,
					"kept",
					"a second start must not replace the first",
				);
			}
		},
	},
	{
		name: "initSync of what is no wasm throws and leaves things as they were; initSync may overtake init()",
		async run({ fresh, wasm }) {
			const { entry } = await fresh();
			let error = null;
			try {
				entry.initSync(notWasm());
			} catch (thrown) {
				error = thrown;
			}
			ok(error instanceof WebAssembly.CompileError, String(error));
			notReady(entry, () => new entry.TodoStore());
			const pending = entry.init();
			entry.initSync(await wasm());
			const store = new entry.TodoStore();
			store.addMultiple(["kept"]);
			await pending;
			same(store.getAll()[0].content, "kept");
			works(entry);
		},
	},
	{
		name: "init() with another address than that of the module in use is refused",
		async run({ fresh, wasmUrl }) {
			const { entry } = await fresh();
			await entry.init({ module_or_path: wasmUrl });
			await entry.init({ module_or_path: wasmUrl });
			await entry.init();
			const error = await rejected(
				entry.init({
					module_or_path: wasmUrl.replace("_bg.wasm", "_missing.wasm"),
				}),
				"another address",
			);
			same(error.code, "invalid_argument");
			match(error.message, /agent_todos_missing\.wasm/);
			works(entry);
		},
	},
	{
		name: "a module of another version, or of another entry, is refused with a TodoError",
		async run({ fresh, wasm, wasmUrl }) {
			const { entry, tasks } = await fresh();
			const error = await rejected(
				entry.init({
					module_or_path: wasmUrl.replace("todos_bg", "todos_tasks_bg"),
				}),
				"the other entry's module",
			);
			ok(error instanceof entry.TodoError, String(error));
			same(error.code, "init_failed");
			refused(
				tasks,
				() =>
					tasks.initSync(
						new WebAssembly.Module(
							new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]),
						),
					),
				"init_failed",
				/version/,
			);
			await entry.init({ module_or_path: await wasm() });
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
			const forbidden = () => {
				throw new WebAssembly.CompileError("");
			};
			WebAssembly.compile = async () => forbidden();
			WebAssembly.Module = class {
				constructor() {
					forbidden();
				}
			};
			let error;
			try {
				error = await rejected(
					entry.init({ module_or_path: bytes }),
					"a forbidden module",
				);
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
