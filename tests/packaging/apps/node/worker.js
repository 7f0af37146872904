// A Node program that uses the package in a worker thread, with the module compiled once in the
// main thread.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
	isMainThread,
	parentPort,
	Worker,
	workerData,
} from "node:worker_threads";
import { init } from "agent-todos";
import { played } from "./plan.js";

if (isMainThread) {
	const wasm = import.meta.resolve("agent-todos/agent_todos_bg.wasm");
	const module = await WebAssembly.compile(await readFile(fileURLToPath(wasm)));
	const worker = new Worker(new URL(import.meta.url), { workerData: module });
	worker.on("message", (result) =>
		process.stdout.write(JSON.stringify(result)),
	);
} else {
	await init({ module_or_path: workerData });
	parentPort.postMessage(await played(() => {}));
}
