// `agent-todos` in Node: as index.ts, but the module is read from the disk, by the first use if not
// by `init()`.

import type { InitInput } from "./loading/init-input.js";
import { todosModule } from "./loading/modules/todos.js";
import { todosFile } from "./loading/modules/todos-file.js";
import { disk } from "./loading/read-file.js";
import {
	type OpenList,
	type OpenListOptions,
	type OpenLists,
	type OpenListsOptions,
	openListsWith,
	openWith,
} from "./open-list.js";

export * from "./exports.js";

/** Does the same as in index.ts; a string that is no web address is a path. */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput>;
}): Promise<void> {
	return todosModule.init(options, todosFile, disk);
}

/** Does the same as in index.ts. */
export function openList(options: OpenListOptions): OpenList {
	return openWith(init, options);
}

/** Does the same as in index.ts. */
export function openLists(options: OpenListsOptions): OpenLists {
	return openListsWith(init, options);
}
