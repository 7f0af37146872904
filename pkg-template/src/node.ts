// `agent-todos` in Node: as index.ts, but the module is read from the disk.

import {
	type OpenList,
	type OpenListOptions,
	openWith,
} from "./connect/open-list.js";
import type { InitInput } from "./core/load.js";
import { todosModule } from "./core/modules/todos.js";
import { disk } from "./core/read-file.js";

export * from "./connect/exports.js";

/** As in index.ts; a string that is no web address is a path. */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput>;
}): Promise<void> {
	return todosModule.init(
		options,
		() => new URL("./agent_todos_bg.wasm", import.meta.url),
		disk,
	);
}

/** As in index.ts. */
export function openList(options: OpenListOptions): OpenList {
	return openWith(init, options);
}
