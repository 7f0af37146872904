// `agent-todos/tasks`: `TaskStore` and its five tools.

import { equal, match, ok, refused, same } from "../assert.mjs";

export const tasks = [
	{
		name: "tasks: the store, its errors and its checkpoint",
		run({ tasks: entry }) {
			const { TaskStore } = entry;
			const store = new TaskStore();
			const due_date = "2026-02-05";
			const task = store.add("ann", { title: "  Buy milk ", due_date });
			match(task.id, /^task_[a-z2-7]{24}$/);
			equal(task, {
				id: task.id,
				title: "Buy milk",
				due_date,
				priority: "medium",
				status: "pending",
			});
			const list = store.list("ann");
			ok([task, list, list[0]].every(Object.isFrozen));
			const ids = new Set();
			while (store.size <= 200) ids.add(store.add("bob", { title: "x" }).id);
			same(ids.size, 200, "no id twice");

			const before = store.checkpoint();
			const add = (user, fields) => () => store.add(user, fields);
			for (const [action, code] of [
				[add("ann", {}), "empty_title"],
				[add("ann", { title: "x".repeat(1_000_000) }), "title_too_long"],
				[add("ann", { title: "x", colour: "red" }), "invalid_argument"],
				[add("ann", { title: 3 }), "invalid_argument"],
				[add(3, { title: "x" }), "invalid_argument"],
				[() => store.list("ann", "open"), "invalid_argument"],
				[() => store.update("ann", task.id, {}), "nothing_to_update"],
				[() => store.update("ann", 3, { title: "x" }), "invalid_argument"],
				[() => store.complete("bob", task.id), "task_not_found"],
				[() => TaskStore.fromCheckpoint("[]"), "invalid_checkpoint"],
				[() => entry.tools({}), "invalid_argument"],
			]) {
				refused(entry, action, code);
				same(store.checkpoint(), before);
			}
			const cleared = store.update("ann", task.id, { due_date: null });
			same(cleared.due_date, undefined);
			equal(
				[store.complete("ann", task.id), store.complete("ann", task.id)],
				[true, false],
			);
			equal([store.list("ann", "completed").length, store.size], [1, 201]);
			const text = store.checkpoint();
			same(TaskStore.fromCheckpoint(text).checkpoint(), text);
			same(store.delete("ann", task.id).title, "Buy milk");
			store.free();
			store.free();
			refused(entry, () => store.size, "freed");
		},
	},
	{
		name: "tasks: results and errors in the JSON of the original tools",
		run({ tasks: entry }) {
			const tools = entry.tools(new entry.TaskStore());
			const names = tools.map(({ name }) => name.replace(/_tasks?$/, ""));
			equal(names, ["add", "list", "update", "complete", "delete"]);
			const reading = tools.filter(({ annotations: a }) => a.readOnlyHint);
			equal(
				reading.map(({ name }) => name),
				["list_tasks"],
			);
			for (const { outputSchema } of tools)
				equal(outputSchema.required, ["success"]);
			const user_id = "user_123";
			const added = tools[0].call({ user_id, title: "Buy", priority: "high" });
			const { success, task } = JSON.parse(added.text);
			same(success, true);
			const mine = { user_id, task_id: task.id };
			const { ok: isOk, text } = tools[4].call({ ...mine, user_id: "other" });
			const error = { code: "task_not_found", message: "Task not found" };
			equal([isOk, JSON.parse(text)], [false, { success: false, error }]);
			const { validate } = tools[4].inputSchema["~standard"];
			same(validate({ user_id: "u" }).issues.length, 1);
			ok(validate(mine).issues === undefined);
		},
	},
	{
		name: "tasks: tools of one user name no other",
		async run({ tasks: entry }) {
			const store = new entry.TaskStore();
			const { id } = store.add("bob", { title: "Bob's" });
			const before = store.checkpoint();
			const heard = [];
			const mine = entry.tools(store, {
				user: "ann",
				onChange: ({ text }) => heard.push(text),
			});
			for (const { inputSchema } of mine) {
				ok(!("user_id" in inputSchema.properties));
				equal(inputSchema.required, Object.keys(inputSchema.properties));
			}
			let reads = 0;
			for (const args of [
				{ task_id: id, user_id: "bob" },
				JSON.stringify({ task_id: id, user_id: "bob" }),
				{ task_id: id, toJSON: () => ({ task_id: id, user_id: "bob" }) },
				// Another user each time that it is read.
				{
					task_id: id,
					get user_id() {
						return reads++ === 0 ? "ann" : "bob";
					},
				},
				{ task_id: id },
			]) {
				const { text } = await mine[4].execute(args);
				match(text, /names another user|Task not found/);
				same(store.checkpoint(), before);
			}
			for (const args of [
				{ title: "a" },
				'{"title":"a"}',
				{ toJSON: () => ({ title: "a" }) },
				{ title: "a", user_id: "ann" },
			])
				ok((await mine[0].execute(args)).ok);
			same(store.list("ann").length, 4);
			same(heard.length, 4);
			const { validate } = mine[3].inputSchema["~standard"];
			ok(validate({ task_id: id }).issues === undefined);
			same(validate({ task_id: id, user_id: "bob" }).issues.length, 1);
			refused(entry, () => entry.tools(store, { user: 7 }), "invalid_argument");
		},
	},
	{
		name: "tasks: not ready before its own init()",
		where: ["page"],
		async run({ fresh }) {
			const { entry, tasks } = await fresh();
			refused(tasks, () => new tasks.TaskStore(), "not_initialized");
			await tasks.init();
			same(tasks.TodoError, entry.TodoError);
			refused(entry, () => new entry.TodoStore(), "not_initialized");
			same(new tasks.TaskStore().size, 0);
		},
	},
	{
		name: "tasks: in Node the first use needs no init()",
		where: ["node"],
		async run({ fresh }) {
			const { entry, tasks } = await fresh();
			same(new tasks.TaskStore().size, 0);
			same(tasks.TodoError, entry.TodoError);
		},
	},
];
