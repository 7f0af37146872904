// A page that uses the package, and leaves a list to a dedicated worker, too, written as bundlers recognise it.

import { TodoError, TodoStore, tools } from "agent-todos";
import { early, play } from "./plan.js";
import { ready } from "./ready.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), {
	type: "module",
});
const inWorker = new Promise((resolve, reject) => {
	worker.onmessage = ({ data }) => resolve(data);
	worker.onerror = ({ message }) =>
		reject(new Error(`the worker failed: ${message}`));
});
globalThis.result = run();

async function run() {
	const before = early({ TodoError, TodoStore });
	await ready();
	return {
		page: { before, ...play({ TodoError, TodoStore, tools }) },
		worker: await inWorker,
	};
}
