// The file of the module in Node, which the first use reads. Entries that have a variant for Node import it there.

import { readNow } from "../read-file.js";
import { todosModule } from "./todos.js";

/** Returns its address. The build puts this code beside the file. */
export const todosFile = () =>
	new URL("./agent_todos_bg.wasm", import.meta.url);

todosModule.startOnUse(() => readNow(todosFile));
