// `agent-todos/progress` in Node: the first use reads the module from the disk.

import "../core/modules/todos-file.js";

export * from "./index.js";
