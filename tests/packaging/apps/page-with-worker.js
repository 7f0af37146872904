// A page that uses the package, and leaves a list to a dedicated worker, too, written as bundlers
// recognise it.

import { played } from "./plan.js";
import { ready } from "./ready.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), {
	type: "module",
});
const inWorker = new Promise((resolve, reject) => {
	worker.onmessage = ({ data }) => resolve(data);
	worker.onerror = ({ message }) =>
		reject(new Error(`the worker failed: ${message}`));
});
globalThis.result = Promise.all([played(ready), inWorker]);
