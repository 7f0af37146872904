// What a client sees of a server over tasks, whichever transport is between.

import assert from "node:assert/strict";

const names = [
	"add_task",
	"list_tasks",
	"update_task",
	"complete_task",
	"delete_task",
];

/** What a call gives, which is the same as text and as structured content; the client has held that against the output schema. */
export async function given(client, name, args) {
	const { content, structuredContent, isError } = await client.callTool({
		name,
		arguments: args,
	});
	assert.deepEqual(JSON.parse(content[0].text), structuredContent);
	assert.equal(Boolean(isError), !structuredContent.success);
	return structuredContent;
}

/** Lists the tools and calls each of them; `user` is what goes with every call: `{ user_id }` or nothing. */
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
	const { task } = await given(client, "add_task", {
		...user,
		title: "Buy groceries",
		priority: "high",
		due_date: "2026-02-05",
	});
	assert.deepEqual(task, {
		id: task.id,
		title: "Buy groceries",
		priority: "high",
		due_date: "2026-02-05",
		status: "pending",
	});
	assert.deepEqual(
		(
			await given(client, "list_tasks", { ...user, status: "pending" })
		).tasks.at(-1),
		task,
	);
	assert.equal(
		(
			await given(client, "update_task", {
				...user,
				task_id: task.id,
				due_date: "",
			})
		).task.due_date,
		undefined,
	);
	assert.match(
		(await given(client, "complete_task", { ...user, task_id: task.id }))
			.message,
		/marked as completed/,
	);
	assert.match(
		(await given(client, "complete_task", { ...user, task_id: task.id }))
			.message,
		/already completed/,
	);
	assert.match(
		(await given(client, "delete_task", { ...user, task_id: task.id })).message,
		/successfully deleted/,
	);
	assert.equal(
		(await given(client, "delete_task", { ...user, task_id: task.id })).error
			.code,
		"task_not_found",
	);
}
