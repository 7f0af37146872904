// A page that leaves the list to a dedicated worker, written as bundlers recognise it.

const worker = new Worker(new URL("./worker.js", import.meta.url), {
	type: "module",
});
globalThis.result = new Promise((resolve, reject) => {
	worker.onmessage = ({ data }) => resolve(data);
	worker.onerror = ({ message }) =>
		reject(new Error(`the worker failed: ${message}`));
});
