// The WebAssembly module of the list, its tools and its loop.

import {
	CoreConversation,
	moduleVersion,
	TodoRun,
	TodoStore,
} from "../../../generated/agent_todos_bg.js";
import {
	__wbg_set_wasm,
	imports,
} from "../../../generated/agent_todos_imports.js";
import { WasmModule } from "../load.js";

export const todosModule = new WasmModule(
	{ __wbg_set_wasm, moduleVersion },
	imports,
	[TodoStore, TodoRun, CoreConversation],
	// As React's useSyncExternalStore takes them.
	new Map([[TodoStore, ["subscribe", "getAll"]]]),
);
