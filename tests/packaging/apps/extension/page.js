// The extension's page: plays the plan itself, and asks the service worker to.

import { TodoError, TodoStore, tools } from "agent-todos";
import { early, play } from "./plan.js";
import { ready } from "./ready.js";

globalThis.result = run();

async function run() {
	const before = early({ TodoError, TodoStore });
	await ready();
	const page = { before, ...play({ TodoError, TodoStore, tools }) };
	return { page, serviceWorker: await chrome.runtime.sendMessage("play") };
}
