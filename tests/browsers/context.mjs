// What the bodies get in a browser (see bodies.mjs). Loading anew is left to each place: a service
// worker may not `import()`.

import * as main from "/package/index.js";
import * as inline from "/package/inline.js";
import * as run from "/package/run.js";
import * as tasks from "/package/tasks.js";

/** The list and the loop. */
const entry = { ...main, ...run };

export async function contextFor(where, fresh, freshInline) {
	const wasmUrl = new URL("/package/agent_todos_bg.wasm", location.href).href;
	await Promise.all([entry.init(), tasks.init()]);
	const wasm = async () =>
		new Uint8Array(await (await fetch(wasmUrl)).arrayBuffer());
	const corpus = async (name) => (await fetch(`/corpus/${name}.json`)).json();
	const browser = /Chrome/.test(navigator.userAgent) ? "chromium" : "another";
	const entries = { entry, main, inline, tasks, fresh, freshInline };
	return { ...entries, wasm, wasmUrl, corpus, where, browser };
}

let loaded = 0;

const newAddress = (place) => `/fresh/${place}-${++loaded}`;

/** Loads the entries that fetch their module under an address that was not used before. */
export async function loadAnew(place) {
	const address = newAddress(place);
	return {
		entry: {
			...(await import(`${address}/index.js`)),
			...(await import(`${address}/run.js`)),
		},
		tasks: await import(`${address}/tasks.js`),
	};
}

/** Loads the main entry and the inline one under an address that was not used before. */
export async function loadInlineAnew(place) {
	const address = newAddress(place);
	return {
		entry: await import(`${address}/index.js`),
		inline: await import(`${address}/inline.js`),
	};
}
