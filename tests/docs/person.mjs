// In the place of `agent-todos`, and of its loop, for a program of a page: a person changes the
// todo that the program works on, once, just before the program says that it is done. When the
// program has ended, what the person decided must be so. `ACT` says what the person does.

import * as core from "agent-todos";
import * as loop from "agent-todos/run";

export * from "agent-todos";

const text = "Of the person";
const acts = {
	skip: (user, { key }) => user.skip(key, text),
	remove: (user, { key }) => user.remove(key),
	reword: (user, { key }) => user.edit(key, { content: text }),
	complete: (user, { key }) => user.complete(key),
	add: (user) => user.addAfterPosition(0, [text]),
	move: (user, { key }, { size }) => user.move(key, size),
};

/** What the program was asked to do. */
const handed = [];
/** The list that the person changed, the todo that was worked on, and the lists at the end. */
let changed;

function act(store) {
	if (changed) return;
	const todos = store.getAll();
	const todo =
		todos.find(({ status }) => status === "doing") ??
		todos.find(({ status }) => status === "todo");
	if (!todo) return;
	changed = { store, todo };
	const user = store.as("user");
	acts[process.env.ACT](user, todo, store);
	user.free();
}

/** Returns whether what the person decided is so. */
function isHeld({ store, todo }) {
	const now = store.getAll().find(({ key }) => key === todo.key);
	const own = store.getAll().find(({ content }) => content === text);
	const isSettled = ["done", "skipped"].includes(own?.status);
	switch (process.env.ACT) {
		case "skip":
			return now?.status === "skipped" && now.reason === text;
		case "remove":
			return now === undefined;
		case "complete":
			return now?.status === "done";
		case "move":
			return now !== undefined;
		default:
			// What nobody was asked to do is not done.
			return own !== undefined && (!isSettled || handed.includes(text));
	}
}

const { prototype } = core.TodoStore;
const { getNextTodo, complete } = prototype;
prototype.getNextTodo = function (...args) {
	const todo = getNextTodo.apply(this, args);
	if (todo) handed.push(todo.content);
	return todo;
};
prototype.complete = function (...args) {
	if (handed.length > 0) act(this);
	return complete.apply(this, args);
};

export function runAgent(options) {
	const execute = async (step) => {
		handed.push(step.todo.content);
		const answer = await options.execute(step);
		act(options.store);
		return answer;
	};
	return loop.runAgent({ ...options, execute });
}

process.on("exit", () => {
	if (changed && isHeld(changed)) return;
	process.exitCode = 1;
	const list = changed?.store.getAll();
	process.stderr.write(`not as the person left it: ${JSON.stringify(list)}\n`);
});
