// A page that uses the package itself. For `agent-todos/inline` the test changes the name in the import.

import { TodoError, TodoStore, tools } from "agent-todos";
import { early, play } from "./plan.js";
import { ready } from "./ready.js";

globalThis.result = run();

async function run() {
	const before = early({ TodoError, TodoStore });
	await ready();
	return { before, ...play({ TodoError, TodoStore, tools }) };
}
