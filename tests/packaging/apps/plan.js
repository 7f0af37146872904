// What every app does with the package: an agent's plan, from the model's first tool call to the
// last todo. The result is plain data, so that it can leave a page or a worker. It is the same
// everywhere: see ../expected.mjs.

import { TodoError, TodoStore, tools } from "agent-todos";

/**
 * With what is seen before `ready()`. Another entry may stand in the import: see ../project.mjs.
 */
export async function played(ready) {
	const before = early();
	await ready();
	return { before, ...play() };
}

function play() {
	const store = new TodoStore();
	const [tool] = tools(store, { dialect: "todo_manager" });
	const outcomes = [];
	const call = (args) => {
		const { ok, text, notes, revision, changed, reminder } = tool.call(args);
		// Nothing undefined: an extension's messages would lose it. The wording of refusals is tested
		// elsewhere.
		outcomes.push({
			ok,
			text: ok ? text : null,
			notes,
			revision,
			changed,
			reminder: reminder ?? null,
		});
	};

	call(
		'{"action":"add_multiple","todos":[{"content":"Open the shop"},{"content":"Compare prices & sizes"},{"content":"Pay"}]}',
	);
	const first = store.getNextTodo();
	call({ action: "complete_multiple", ids: [first.id] });
	call({ action: "skip", ids: 3 });
	call({ action: "skip", ids: [7] });
	call("{ not JSON");

	let refused;
	try {
		store.addMultiple(["fine", "   "]);
	} catch (error) {
		refused = {
			code: error.code,
			name: error.name,
			isTodoError: error instanceof TodoError && error instanceof Error,
		};
	}

	const heard = [];
	const stop = store.subscribe(({ revision }) => heard.push(revision));
	store.markDoing(2);
	store.abort();
	const person = store.as("user");
	person.undo();
	person.free();
	stop();

	const copy = TodoStore.fromCheckpoint(store.checkpoint());
	const result = {
		outcomes,
		refused,
		heard,
		todos: store
			.getAll()
			.map(({ id, key, content, status }) => ({ id, key, content, status })),
		// biome-ignore lint/suspicious/noSelfCompare: two calls return the same array
		same: store.getAll() === store.getAll() && Object.isFrozen(store.getAll()),
		copied: copy.getXml() === store.getXml(),
		xml: store.getXml(),
	};
	copy.free();
	store.free();
	return result;
}

/**
 * Returns what somebody sees who forgot `await init()`. It has to survive minifying and
 * tree-shaking.
 */
export function early() {
	try {
		new TodoStore();
	} catch (error) {
		return {
			code: error.code,
			message: error.message,
			isTodoError: error instanceof TodoError,
		};
	}
	return "no error";
}
