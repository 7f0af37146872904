// The file of the module in Node, which the first use reads. Entries that have a variant for Node
// import it there.

import { TodoStore } from "../../../generated/agent_todos_bg.js";
import { locate, readNow } from "../read-file.js";
import { todosModule } from "./todos.js";

/** Returns its address. The build puts this code beside the file. */
export const todosFile = () =>
	locate(
		"agent_todos_bg.wasm",
		() => new URL("./agent_todos_bg.wasm", import.meta.url),
	);

todosModule.startOnUse(() => readNow(todosFile));

/** What `console.log` shows of a store. */
Object.defineProperty(
	TodoStore.prototype,
	Symbol.for("nodejs.util.inspect.custom"),
	{
		value(
			this: TodoStore,
			_depth: number,
			options: object,
			inspect: (value: unknown, options: object) => string,
		) {
			try {
				const { revision, todos } = this;
				return `TodoStore ${inspect({ revision, todos }, options)}`;
			} catch (error) {
				return `TodoStore (${(error as Error).message})`;
			}
		},
	},
);
