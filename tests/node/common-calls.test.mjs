// What users do most often, as one would write it: each of these is a few lines. The element and React are in `tests/element`.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
	Conversation,
	init,
	memoryStorage,
	openList,
	runAgent,
	TodoStore,
	tools,
} from "agent-todos";
import { follow } from "agent-todos/follow";
import { until } from "../setup/until.mjs";

await init();
const statuses = (todos) => todos.map(({ status }) => status);
const done = (id) => ({
	todos: [{ content: "Buy milk", status: id, activeForm: "Buying milk" }],
});

test("a todo is added, written as Markdown, and it is known who decided what", () => {
	const store = new TodoStore();
	store.add("Buy milk");
	store.as("user").complete(1);
	assert.equal(store.markdown(), "- [x] Buy milk\n");
	assert.deepEqual(
		store.decisions().map(({ key, aspect, by }) => [key, aspect, by]),
		[
			["t1", "presence", "agent"],
			["t1", "state", "user"],
		],
	);
});

test("a list is opened where it is stored, and a panel ticks a todo", async () => {
	const name = "common";
	const owner = openList({ name, storage: memoryStorage() });
	const { store } = await owner.open();
	store.addMultiple(["Buy milk", "Pay"]);
	const list = await follow({ name });
	await list.complete(2);
	assert.deepEqual(statuses(store.getAll()), ["todo", "done"]);
	assert.equal(await list.markdown(), store.markdown());
	assert.equal(list.decisions().at(-1).by, "user");
	await list.stop();
	await owner.stop();
});

test("a person approves a plan in a panel, and asks for another one before", async () => {
	const name = "common-run";
	const owner = openList({ name, storage: memoryStorage() });
	const { store } = await owner.open();
	const asked = [];
	const run = runAgent({
		store,
		plan({ changes }) {
			asked.push(changes);
			return ["Buy milk"];
		},
		approve: "person",
		execute: () => "done",
	});
	owner.run = run;
	const list = await follow({ name });
	const isAsked = (times) =>
		until(
			() => JSON.stringify([list.run.event, asked]),
			() => list.run.event?.type === "approving" && asked.length === times,
		);
	await isAsked(1);
	await list.run.reject("cheaper");
	await isAsked(2);
	await list.run.approve();
	const { status } = await run.result;
	assert.equal(status, "finished");
	assert.deepEqual(asked, ["", "cheaper"]);
	assert.deepEqual(statuses(store.getAll()), ["done"]);
	await list.stop();
	await owner.stop();
});

test("the list is stored before the model reads the answer", async () => {
	const stored = [];
	const store = new TodoStore();
	const onChange = async () => stored.push(store.checkpoint());
	const [tool] = tools(store, { dialect: "TodoWrite", onChange });
	const { ok } = await tool.execute(done("in_progress"));
	assert.ok(ok);
	assert.deepEqual(stored, [store.checkpoint()]);
});

test("what a model says is done is checked", async () => {
	const store = new TodoStore();
	const confirm = ({ content }) => content === "Pay" || "no receipt";
	const agent = new Conversation(store, { dialect: "TodoWrite", confirm });
	const { text } = await agent.tools[0].execute(done("completed"));
	assert.match(text, /was sent back: no receipt/);
	assert.deepEqual(statuses(store.getAll()), ["todo"]);
});

test("console.log shows what is on the list", () => {
	const store = new TodoStore();
	store.addMultiple(["Pay"]);
	assert.match(
		inspect(store),
		/^TodoStore \{\s+revision: 1,\s+todos: \[ \{ id: 1, key: 't1', content: 'Pay', status: 'todo' \} \]\s+\}$/,
	);
	store.free();
	assert.match(inspect(store), /^TodoStore \(.*freed/);
});
