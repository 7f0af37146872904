// `agent-todos/tasks` in Node: the module is read from the disk.

import type { InitInput } from "./core/load.js";
import { tasksModule } from "./core/modules/tasks.js";
import { disk } from "./core/read-file.js";

export * from "./persist/task-tools.js";
export type { InitInput };

/** As in tasks.ts; a string that is no web address is a path. */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput>;
}): Promise<void> {
	return tasksModule.init(
		options,
		() => new URL("./agent_todos_tasks_bg.wasm", import.meta.url),
		disk,
	);
}
