// `agent-todos/tasks` in Node: the module is read from the disk, by the first use if not by
// `init()`.

import type { InitInput } from "../loading/init-input.js";
import { tasksModule } from "../loading/modules/tasks.js";
import { disk, locate, readNow } from "../loading/read-file.js";

export * from "./tools.js";

const findFile = () =>
	locate(
		"agent_todos_tasks_bg.wasm",
		() => new URL("./agent_todos_tasks_bg.wasm", import.meta.url),
	);
tasksModule.startOnUse(() => readNow(findFile));

/** Does the same as in index.ts; a string that is no web address is a path. */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput>;
}): Promise<void> {
	return tasksModule.init(options, findFile, disk);
}
