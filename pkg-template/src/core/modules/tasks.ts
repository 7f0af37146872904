// The WebAssembly module of the tasks of many users.

import * as core from "../../../generated/agent_todos_tasks_bg.js";
import { imports } from "../../../generated/imports.js";
import type { Glue } from "../live.js";
import { WasmModule } from "../load.js";

export const tasksModule = new WasmModule(
	core as unknown as Glue,
	{ "./agent_todos_tasks_bg.js": core, ...imports },
	[core.TaskStore],
);
