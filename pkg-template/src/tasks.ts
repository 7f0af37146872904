// `agent-todos/tasks`: the tasks of many users, with a WebAssembly module of their own.

import type { InitInput } from "./load.js";
import { tasksModule } from "./modules/tasks.js";

export * from "./tasks-exports.js";
export type { InitInput };

/**
 * Makes this entry ready; to be awaited before anything else of it is used. Without an argument,
 * `agent_todos_tasks_bg.wasm` is fetched from beside this file. As `init` of `agent-todos` otherwise.
 */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
}): Promise<void> {
	return tasksModule.init(
		options?.module_or_path,
		new URL("./agent_todos_tasks_bg.wasm", import.meta.url),
	);
}
