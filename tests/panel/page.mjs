// A page under the strictest policy that a page with WebAssembly can have, with the element and a
// list of its own.

import { follow } from "/package/follow.js";
import * as owner from "/package/index.js";
import { runAgent } from "/package/run.js";
import "/package/element.js";
import { showState } from "/element/states.mjs";

const todos = { ...owner, follow, runAgent };

globalThis.reports = [];
addEventListener(
	"securitypolicyviolation",
	({ violatedDirective, blockedURI, sample }) => {
		// WebKit asks for a picture of the page by itself.
		if (!blockedURI.endsWith("/favicon.ico"))
			globalThis.reports.push(`${violatedDirective}: ${blockedURI} ${sample}`);
	},
);
addEventListener("error", ({ message }) => globalThis.reports.push(message));
addEventListener("unhandledrejection", ({ reason }) =>
	globalThis.reports.push(String(reason)),
);

await todos.init();
Object.assign(globalThis, {
	todos,
	memoryStorage: owner.memoryStorage,
	showState,
});

/**
 * Returns a source that answers as slowly as a follower does, and the functions that let it answer,
 * oldest first.
 */
globalThis.slow = (store) => {
	const waiting = [];
	const slowly =
		(method) =>
		async (...args) => {
			await new Promise((answer) => waiting.push(answer));
			return store[method](...args);
		};
	const source = {
		isConnected: true,
		get todos() {
			return store.getAll();
		},
		get revision() {
			return store.revision;
		},
		decisions: () => store.decisions(),
		subscribe: store.subscribe,
		addMultiple: slowly("addMultiple"),
		edit: slowly("edit"),
		history: slowly("history"),
	};
	return [source, waiting];
};

/** Shows a list of these todos that a model has made, and returns its element. */
globalThis.show = (contents, properties = {}) => {
	const store = new todos.TodoStore({ maxTodos: 1000 });
	if (contents.length > 0) store.as("model").addMultiple(contents);
	const element = document.createElement("agent-todos");
	Object.assign(element, { list: store, ...properties });
	document.querySelector("main").append(element);
	Object.assign(globalThis, { store, element });
	return element;
};
// What an element loads when it is idle is there before a test begins.
const first = globalThis.show(["one"]);
while (!first.shadowRoot.querySelector(".facts")) {
	first.shadowRoot.querySelector("[aria-expanded=false].text")?.click();
	await new Promise((go) => setTimeout(go, 10));
}
first.remove();
document.documentElement.dataset.ready = "";
