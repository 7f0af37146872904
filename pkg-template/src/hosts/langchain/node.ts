// `agent-todos/langchain` in Node: the first use reads the module from the disk.

import "../../loading/modules/todos-file.js";

export * from "./index.js";
