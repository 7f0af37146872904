// The WebAssembly module of the list, its tools and its loop.

import * as core from "../../../generated/agent_todos_bg.js";
import { imports } from "../../../generated/imports.js";
import type { Glue } from "../live.js";
import { WasmModule } from "../load.js";

export const todosModule = new WasmModule(
	core as unknown as Glue,
	{ "./agent_todos_bg.js": core, ...imports },
	[core.TodoStore, core.TodoRun, core.CoreConversation],
	// As React's useSyncExternalStore takes them.
	new Map([[core.TodoStore, ["subscribe", "getAll"]]]),
);
