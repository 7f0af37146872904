// In the panel and in the content script: follows the list, and does what the test says by events
// of the document, as a content script can be reached by nothing else.

import { follow, overRuntime, TodoError } from "agent-todos/follow";

const watched = follow({
	name: "list",
	over: overRuntime(),
	timeout: 300_000,
}).then((follower) => {
	const seen = [];
	follower.subscribe(({ revision }) => seen.push(revision));
	return { follower, start: follower.revision, seen };
});

const does = {
	/** Adds todos, a few at a time, until there are so many answers. Gives what became of each. */
	async write(writer, count) {
		const { follower } = await watched;
		const results = { acknowledged: [], unknown: [], failed: {} };
		let n = 0;
		const line = async () => {
			while (n < count) {
				const text = `${writer} ${++n}`;
				try {
					await follower.addMultiple([text]);
					results.acknowledged.push(text);
				} catch (error) {
					if (error instanceof TodoError && error.code === "no_answer")
						results.unknown.push(text);
					else results.failed[error.code ?? error.message] = text;
				}
			}
		};
		await Promise.all([line(), line(), line(), line()]);
		return results;
	},
	async state() {
		const { follower, start, seen } = await watched;
		return {
			start,
			seen,
			revision: follower.revision,
			todos: follower.todos,
			writing: follower.agent.writing?.map(({ content }) => content),
			isConnected: follower.isConnected,
		};
	},
	/** Has the owner's model write a call in these pieces. */
	async model(pieces) {
		await chrome.runtime.sendMessage(pieces);
	},
	async refusal() {
		const { follower } = await watched;
		return follower
			.complete(9999)
			.catch((error) => [error instanceof TodoError, error.code]);
	},
	/**
	 * Returns the first todo of the guarded list, and what becomes of a read, a write and a call of a
	 * tool: "done", or the code of the refusal.
	 */
	async guarded() {
		const follower = await follow({ name: "guarded", over: overRuntime() });
		const calls = [
			follower.getXml(),
			follower.addMultiple(["more"]),
			follower.callTool("todo_manager", {}),
		].map((call) => call.then(() => "done").catch(({ code }) => code));
		const [{ content }] = follower.todos;
		return [
			content,
			...(await Promise.all(calls).finally(() => follower.stop())),
		];
	},
	/** Begins the list anew. */
	async begin() {
		const { follower } = await watched;
		await follower.replaceAll(["begun"]);
	},
	async tool(args) {
		return (await watched).follower.callTool("todo_manager", args);
	},
	/** Speaks on ports of its own, of this name and of another. */
	async nonsense(messages) {
		for (const name of ["agent-todos/live:list", "other"]) {
			const port = chrome.runtime.connect({ name });
			for (const message of messages) port.postMessage(message);
			setTimeout(() => port.disconnect(), 500);
		}
	},
};

document.addEventListener("do", async ({ detail }) => {
	const { id, what, args } = JSON.parse(detail);
	const said = await does[what](...args).then(
		(value) => ({ value }),
		(error) => ({ error: `${error.name}: ${error.message}` }),
	);
	document.dispatchEvent(
		new CustomEvent(`done ${id}`, { detail: JSON.stringify(said) }),
	);
});
watched.then(
	() => (document.documentElement.dataset.ready = "yes"),
	(error) => (document.documentElement.dataset.ready = error.message),
);
