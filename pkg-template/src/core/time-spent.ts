// `timeSpent`: what the core keeps of how long todos were in progress.

import * as core from "../../generated/agent_todos_bg.js";
import { checkStore } from "./check-store.js";

/**
 * Returns how many milliseconds each todo was in progress, by its key; a todo that never was is left out. The time runs on
 * while a todo is in progress, and rests while its "done" waits to be confirmed. It is kept in the checkpoint, however short the
 * history is, for the latest todos that left the list, too.
 *
 * @example
 * ```ts
 * import { TodoStore, timeSpent } from "agent-todos";
 *
 * const store = new TodoStore({ maxSnapshots: 1 });
 * store.addMultiple(["Find a kettle", "Pay"]);
 * store.markDoing("t1");
 * const times: Map<string, number> = timeSpent(store);
 * console.log([...times.keys()]); // → [ 't1' ]
 * ```
 */
export function timeSpent(store: core.TodoStore): Map<string, number> {
	checkStore(store, "timeSpent(): store");
	return new Map(JSON.parse(core.timeSpent(store)));
}
