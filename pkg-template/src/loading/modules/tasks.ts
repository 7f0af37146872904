// The WebAssembly module of the tasks of many users.

import {
	moduleVersion,
	TaskStore,
} from "../../../generated/agent_todos_tasks_bg.js";
import {
	__wbg_set_wasm,
	imports,
} from "../../../generated/agent_todos_tasks_imports.js";
import { WasmModule } from "../load.js";

export const tasksModule = new WasmModule(
	{ __wbg_set_wasm, moduleVersion },
	imports,
	[TaskStore],
);
