// `onChange` of tools: a call waits for it, and the calls of one message for each other.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as main from "agent-todos";
import * as tasks from "agent-todos/tasks";
import { deferred } from "../tools/lists.mjs";
import { turns } from "../tools/until.mjs";

await main.init();
await tasks.init();

const store = () => new main.TodoStore();

test("a call waits for onChange, and rejects with its error", async () => {
	const add = { action: "add_multiple", todos: ["a"], ids: [] };
	const title = { user_id: "ann", title: "a" };
	const own = new Error("thrown by onChange");
	const called = (onChange) => [
		main.tools(store(), { onChange })[0].execute(add),
		tasks.tools(new tasks.TaskStore(), { onChange })[0].execute(title),
	];
	const throws = () => {
		throw own;
	};
	for (const onChange of [() => Promise.reject(own), throws])
		for (const call of called(onChange))
			await assert.rejects(call, (reason) => reason === own);

	const { promise: stored, resolve } = deferred();
	const answered = [];
	const calls = called(() => stored).map((call) =>
		call.then(({ changed }) => answered.push(changed)),
	);
	await turns();
	assert.deepEqual(answered, []);
	resolve();
	await Promise.all(calls);
	assert.deepEqual(answered, [true, true]);
});

test("calls of one message keep their order, however long onChange takes", async () => {
	const list = store();
	const onChange = () => wait(5);
	const [tool] = main.tools(list, { dialect: "update_plan", onChange });
	const write = (status) => tool.execute({ plan: [{ step: "a", status }] });
	await Promise.all(["pending", "in_progress", "completed"].map(write));
	const [, ...changes] = list.history();
	assert.deepEqual(
		changes.map(({ todos: [{ status }] }) => status),
		["todo", "doing", "done"],
	);
});
