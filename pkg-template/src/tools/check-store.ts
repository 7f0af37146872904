// Checks whether an argument is a TodoStore. It is apart from the other checks, which need no
// WebAssembly module.

import { TodoStore } from "../../generated/agent_todos_bg.js";
import { check } from "../arguments/check.js";
import { type Expectation, expectInstance } from "../arguments/options.js";

export const isStore = (value: unknown): value is TodoStore =>
	value instanceof TodoStore;

export const expectStore: Expectation = (value) =>
	expectInstance(value, TodoStore, "a TodoStore", "newTask");

/** Throws `invalid_argument`: `what` names the argument. */
export const checkStore = (value: unknown, what: string): void =>
	check(value, what, expectStore);
