// A page of the extension: calls the worker's list, and has one of its own.

import { init, TodoStore } from "agent-todos";

Object.assign(globalThis, { result: run() });

async function run() {
	const worker: unknown = await chrome.runtime.sendMessage({
		arguments:
			'{"action":"add_multiple","todos":[{"content":"Find a kettle"}],"ids":[]}',
	});
	await init();
	return { worker, page: new TodoStore().getXml() };
}
