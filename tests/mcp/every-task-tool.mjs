// What a client sees of a server over tasks, whichever transport is between.

import assert from "node:assert/strict";

const names = [
	"add_task",
	"list_tasks",
	"update_task",
	"complete_task",
	"delete_task",
];

/**
 * Returns what a call gives, which is the same as text and as structured content; the client has
 * held that against the output schema.
 */
export async function given(client, name, args) {
	const { content, structuredContent, isError } = await client.callTool({
		name,
		arguments: args,
	});
	assert.deepEqual(JSON.parse(content[0].text), structuredContent);
	assert.equal(Boolean(isError), !structuredContent.success);
	return structuredContent;
}

/**
 * Lists the tools and calls each of them; `user` is what goes with every call: `{ user_id }` or
 * nothing.
 */
export async function playThrough(client, user) {
	const { tools } = await client.listTools();
	assert.deepEqual(
		tools.map(({ name }) => name),
		names,
	);
	for (const { inputSchema, outputSchema, annotations } of tools) {
		assert.ok(outputSchema.required.includes("success"));
		assert.equal(annotations.openWorldHint, false);
		for (const keys of [
			Object.keys(inputSchema.properties),
			inputSchema.required,
		])
			assert.equal(keys.includes("user_id"), "user_id" in user);
	}
	const call = (name, args) => given(client, name, { ...user, ...args });
	const told = {
		title: "Buy groceries",
		priority: "high",
		due_date: "2026-02-05",
	};
	const { task } = await call("add_task", told);
	const task_id = task.id;
	assert.deepEqual(task, { id: task_id, ...told, status: "pending" });
	const { tasks } = await call("list_tasks", { status: "pending" });
	assert.deepEqual(tasks.at(-1), task);
	const updated = await call("update_task", { task_id, due_date: "" });
	assert.equal(updated.task.due_date, undefined);
	for (const name of ["complete_task", "complete_task", "delete_task"])
		assert.notEqual((await call(name, { task_id })).message, "");
	const { error } = await call("delete_task", { task_id });
	assert.equal(error.code, "task_not_found");
}
