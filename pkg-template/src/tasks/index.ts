// `agent-todos/tasks`: the tasks of many users, with a WebAssembly module of their own.

import type { InitInput } from "../loading/init-input.js";
import { tasksModule } from "../loading/modules/tasks.js";

export type {
	StoredTaskTool,
	Task,
	TaskFields,
	TaskOutcome,
	TaskStorage,
	TaskTool,
} from "./tools.js";
export {
	StorageError,
	TaskStore,
	TodoError,
	taskStorage,
	tools,
} from "./tools.js";

/**
 * Initializes this entry. Await it before you use anything else of it; in Node, the first use
 * initializes it, too. Without an argument, it fetches `agent_todos_tasks_bg.wasm` from the folder
 * of this file. Otherwise it works as `init` of `agent-todos`.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { init, TaskStore } from "agent-todos/tasks";
 *
 * const module_or_path = await readFile(new URL(import.meta.resolve("agent-todos/agent_todos_tasks_bg.wasm")));
 * await init({ module_or_path }); // or init(), which finds the file
 * console.log(new TaskStore().list("ann")); // → []
 * ```
 */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
}): Promise<void> {
	return tasksModule.init(
		options,
		() => new URL("./agent_todos_tasks_bg.wasm", import.meta.url),
	);
}
