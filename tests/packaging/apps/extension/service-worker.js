// The extension's service worker: plays the plan when a page asks for it.

import { TodoError, TodoStore, tools } from "agent-todos";
import { early, play } from "./plan.js";
import { ready } from "./ready.js";

chrome.runtime.onMessage.addListener((_message, _sender, answer) => {
	const before = early({ TodoError, TodoStore });
	ready()
		.then(() => answer({ before, ...play({ TodoError, TodoStore, tools }) }))
		.catch((error) => answer(`the service worker failed: ${error}`));
	// The answer comes later.
	return true;
});
