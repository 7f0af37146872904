// A dedicated worker that uses the package.

import { TodoError, TodoStore, tools } from "agent-todos";
import { early, play } from "./plan.js";
import { ready } from "./ready.js";

const before = early({ TodoError, TodoStore });
ready().then(
	() => postMessage({ before, ...play({ TodoError, TodoStore, tools }) }),
	// Else it would be nobody's unhandled rejection, and the page would wait for ever.
	(error) => reportError(error),
);
