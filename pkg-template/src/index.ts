// `agent-todos` where there is a web platform: pages, extension pages, workers, service workers.

import type { InitInput } from "./load.js";
import { todosModule } from "./modules/todos.js";

export * from "./exports.js";
export type { InitInput };

/**
 * Makes the package ready; to be awaited before anything else is used. May be called any number of times: the module is
 * loaded once. After a failure the next call tries again.
 *
 * Without an argument, `agent_todos_bg.wasm` is fetched from beside this file; Vite and webpack put it there by
 * themselves. Pass `module_or_path` when it lies elsewhere: a URL, the answer of a `fetch`, bytes, or a compiled module.
 *
 * Rejects with a `TodoError` (`init_failed`) that says what is wrong: the file is not served, is one of another version, or the
 * content security policy forbids WebAssembly.
 */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
}): Promise<void> {
	return todosModule.init(
		options?.module_or_path,
		new URL("./agent_todos_bg.wasm", import.meta.url),
	);
}
