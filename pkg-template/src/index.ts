// `agent-todos` where there is a web platform: pages, extension pages, workers, service workers.

import type { InitInput } from "./loading/init-input.js";
import { todosModule } from "./loading/modules/todos.js";
import {
	type OpenList,
	type OpenListOptions,
	type OpenLists,
	type OpenListsOptions,
	openListsWith,
	openWith,
} from "./open-list.js";

export * from "./exports.js";

/**
 * Initializes the package. Await it before you use anything else, where the module has to be
 * fetched: in pages, extensions and workers. In Node, and with `agent-todos/inline`, the first use
 * initializes the package, and `init()` is not needed. It may be called any number of times: the
 * module is loaded once, and a call after a failure tries again.
 *
 * Without an argument, it fetches `agent_todos_bg.wasm` from the folder of this file. Vite and
 * webpack put it there without configuration. If it is elsewhere, pass `module_or_path`: a URL, a
 * `Response`, bytes, or a compiled module.
 *
 * Rejects with a `TodoError` (`init_failed`) that names the cause: the file is not served, belongs
 * to another version, or the content security policy forbids WebAssembly.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { init, TodoStore } from "agent-todos";
 *
 * const file = new URL(import.meta.resolve("agent-todos/agent_todos_bg.wasm"));
 * const module_or_path = await readFile(file);
 * await init({ module_or_path }); // or init(), which finds the file
 * console.log(new TodoStore().size); // → 0
 * ```
 */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
}): Promise<void> {
	return todosModule.init(
		options,
		() => new URL("./agent_todos_bg.wasm", import.meta.url),
	);
}

/**
 * Opens a list that is stored, and that other contexts follow: what a service worker does at its
 * start. It puts `init()`, `persist()` and `connect()` together. The list is opened when it is
 * first needed, by `open()` or by a follower, and once; if that fails, the next one tries again. A
 * follower's call is answered when its change is stored.
 *
 * In a service worker, call it while the worker starts, before anything is awaited: otherwise it
 * misses what woke the worker.
 *
 * Throws `invalid_argument` if an option is unknown or ill-typed.
 *
 * @example
 * ```ts
 * import { Conversation, memoryStorage, openList, type OpenList, type OpenListOptions } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * const options: OpenListOptions = {
 *   name: "agent",
 *   storage: memoryStorage(), // chromeStorage() in an extension's service worker, with over: overRuntime()
 *   onOpen({ store, persistence }) {
 *     const agent = new Conversation(store, { saved: persistence.saved.conversation });
 *     persistence.keep({ conversation: agent });
 *     list.agent = agent;
 *   },
 * };
 * const list: OpenList = openList(options);
 *
 * // In a panel:
 * const followed = await follow({ name: "agent" });
 * await followed.add("Find a kettle");
 * console.log(followed.agent.toldRevision, followed.agent.isRunning); // → undefined false
 *
 * const { store, persistence } = await list.open();
 * console.log(store.size, persistence.isStored); // → 1 true
 * await followed.stop();
 * await list.stop();
 * ```
 */
export function openList(options: OpenListOptions): OpenList {
	return openWith(init, options);
}

/**
 * Opens lists by name, each as `openList` does: one for each tab or chat, whose names are known
 * only later. It listens at once, and a follower of a name opens the list of that name. In a
 * service worker, call it while the worker starts, before anything is awaited; `open` returns at
 * once, and what it takes longer to find out belongs into `opened` of the list.
 *
 * Throws `invalid_argument` if an option is unknown or ill-typed.
 *
 * @example
 * ```ts
 * import { memoryStorage, openLists, type OpenLists, type OpenListsOptions } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * const storage = memoryStorage(); // chromeStorage() in an extension, with over: overRuntime()
 * const options: OpenListsOptions = {
 *   open: (name) => (name.startsWith("tab ") ? { storage } : undefined),
 * };
 * const lists: OpenLists = openLists(options);
 *
 * // In the panel of a tab:
 * const followed = await follow({ name: "tab 7" });
 * await followed.add("Find a kettle");
 *
 * const { store } = await lists.get("tab 7").open();
 * console.log(store.size); // → 1
 * await followed.stop();
 * await lists.stop();
 * ```
 */
export function openLists(options: OpenListsOptions): OpenLists {
	return openListsWith(init, options);
}
