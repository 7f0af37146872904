// The tasks of one user over MCP, and the annotations of the tools; bad-input.test.mjs has every
// transport, tokens.test.mjs a token for each user.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, TaskStore, tools } from "agent-todos/tasks";
import { given, playThrough } from "./every-task-tool.mjs";
import { inMemory } from "./servers.mjs";

await init();

test("a server of one user: the caller can name no other", async (t) => {
	const tasks = new TaskStore();
	const { id } = tasks.add("bob", { title: "Bob's" });
	const before = tasks.checkpoint();
	const client = await inMemory(t, { tasks, user: "ann" });
	assert.match(client.getInstructions(), /add_task/);
	await playThrough(client, {});
	for (const [name, args] of [
		["complete_task", { task_id: id }],
		["update_task", { task_id: id, title: "x" }],
		["delete_task", { task_id: id }],
	]) {
		assert.equal(
			(await given(client, name, args)).error.message,
			"Task not found",
		);
		for (const user_id of ["bob", "", 7, ["ann"]]) {
			assert.match(
				(await given(client, name, { ...args, user_id })).error.message,
				/user_id names another user, and these are the tasks of one/,
			);
		}
		for (const user_id of ["ann", null])
			assert.equal(
				(await given(client, name, { ...args, user_id })).error.code,
				"task_not_found",
			);
	}
	assert.deepEqual((await given(client, "list_tasks", {})).tasks, []);
	assert.equal(tasks.checkpoint(), before);
});

test("the annotations are true", () => {
	const tasks = new TaskStore();
	const id = () => tasks.list("ann").at(-1).id;
	// A call, and whether the same once more changes anything.
	const calls = {
		add_task: () => ({ user_id: "ann", title: "a" }),
		list_tasks: () => ({ user_id: "ann" }),
		update_task: () => ({ user_id: "ann", task_id: id(), title: "b" }),
		complete_task: () => ({ user_id: "ann", task_id: id() }),
		delete_task: () => ({ user_id: "ann", task_id: id() }),
	};
	for (const { name, annotations, call } of tools(tasks)) {
		tasks.add("ann", { title: "to work on" });
		const args = calls[name]();
		const start = tasks.checkpoint();
		call(args);
		const first = tasks.checkpoint();
		call(args);
		const second = tasks.checkpoint();
		assert.equal(annotations.readOnlyHint, first === start, name);
		assert.equal(annotations.idempotentHint, second === first, name);
		// What was there is not there any more.
		assert.equal(
			annotations.destructiveHint,
			name === "update_task" || name === "delete_task",
			name,
		);
		assert.equal(annotations.openWorldHint, false);
	}
});
