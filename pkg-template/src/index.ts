// `agent-todos` where there is a web platform: pages, extension pages, workers, service workers.

import type { InitInput } from "./load.js";
import { todosModule } from "./modules/todos.js";

export * from "./exports.js";
export type { InitInput };

/**
 * Initializes the package. Await it before you use anything else. It may be called any number of times: the module
 * is loaded once, and a call after a failure tries again.
 *
 * Without an argument, it fetches `agent_todos_bg.wasm` from the folder of this file. Vite and webpack put it there
 * without configuration. If it is elsewhere, pass `module_or_path`: a URL, a `Response`, bytes, or a compiled
 * module.
 *
 * Rejects with a `TodoError` (`init_failed`) that names the cause: the file is not served, belongs to another
 * version, or the content security policy forbids WebAssembly.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { init, type InitInput, TodoStore } from "agent-todos";
 *
 * const file = new URL(import.meta.resolve("agent-todos/agent_todos_bg.wasm"));
 * const module_or_path: InitInput = await readFile(file);
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
