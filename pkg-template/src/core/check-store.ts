// Whether an argument is a TodoStore: apart from the other checks, which need no WebAssembly module.

import { TodoStore } from "../../generated/agent_todos_bg.js";
import { refuse } from "./check.js";

export const isStore = (value: unknown): value is TodoStore =>
	value instanceof TodoStore;

/** Throws `invalid_argument`: `what` names the argument. */
export function checkStore(value: unknown, what: string): void {
	if (!isStore(value)) refuse(what, "a TodoStore");
}
