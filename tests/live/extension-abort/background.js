// Aborts a run from a listener of `chrome.*`, the one that a test asks for, and answers how it ended.

import { init, runAgent, TodoStore } from "agent-todos/inline";
import { TodoRun } from "agent-todos/run";

// A loop that spins never lets the worker answer: count its rounds.
const { next } = TodoRun.prototype;
let rounds = 0;
TodoRun.prototype.next = function () {
	rounds += 1;
	if (rounds > 100) throw new Error("the loop spins");
	return next.call(this);
};

let run, store;

async function begin() {
	await init();
	rounds = 0;
	store = new TodoStore();
	const running = new Promise((resolve) => {
		run = runAgent({
			store,
			plan: () => ["a"],
			execute: ({ signal }) => {
				// An aborted signal with a listener is where Chromium runs microtasks.
				signal.addEventListener("abort", () => {});
				resolve();
				return new Promise(() => {});
			},
		});
	});
	await running;
	return "running";
}

async function end() {
	const { status, cause, error } = await run.result;
	return {
		status,
		cause,
		error,
		todos: store.getAll().map(({ status }) => status),
	};
}

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
	if (message === "begin") void begin().then(answer);
	else {
		if (message === "abort") run.abort("stop");
		void end().then(answer);
	}
	return true;
});
chrome.runtime.onConnect.addListener((port) =>
	port.onMessage.addListener(() => {
		run.abort("stop");
		void end().then((ending) => port.postMessage(ending));
	}),
);
chrome.storage.onChanged.addListener(() => run.abort("stop"));
