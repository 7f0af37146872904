// `agent-todos/tasks`: TaskStore and the five tools of seed 003.

import { equal, match, ok, refused, same } from "../assert.mjs";

const call = (tools, place, args) => {
	const outcome = tools[place].call(args);
	const { success, ...rest } = JSON.parse(outcome.text);
	same(success, outcome.ok);
	return rest;
};

export const tasks = [
	{
		name: "tasks: the store, its errors and its checkpoint",
		run({ tasks: entry }) {
			const store = new entry.TaskStore();
			const task = store.add("ann", {
				title: "  Buy milk ",
				due_date: "2026-02-05",
			});
			match(task.id, /^task_[a-z2-7]{24}$/);
			equal(task, {
				id: task.id,
				title: "Buy milk",
				priority: "medium",
				due_date: "2026-02-05",
				status: "pending",
			});
			ok(
				Object.isFrozen(task) &&
					Object.isFrozen(store.list("ann")) &&
					Object.isFrozen(store.list("ann")[0]),
			);
			const ids = Array.from(
				{ length: 200 },
				() => store.add("bob", { title: "x" }).id,
			);
			same(new Set(ids).size, 200, "no id twice");

			const before = store.checkpoint();
			const add = (user, fields) => () => store.add(user, fields);
			for (const [action, code] of [
				[add("ann", {}), "empty_title"],
				[add("ann", { title: "x".repeat(1_000_000) }), "title_too_long"],
				[add("ann", { title: "x", priority: "urgent" }), "invalid_priority"],
				[add("ann", { title: "x", due_date: "2026" }), "invalid_due_date"],
				[add("ann", { title: "x", colour: "red" }), "invalid_argument"],
				[add("ann", { title: 3 }), "invalid_argument"],
				[add("", { title: "x" }), "invalid_argument"],
				[add(3, { title: "x" }), "invalid_argument"],
				[() => store.list("ann", "open"), "invalid_argument"],
				[() => store.update("ann", task.id, {}), "nothing_to_update"],
				[() => store.update("ann", 3, { title: "x" }), "invalid_argument"],
				[
					() => entry.TaskStore.fromCheckpoint(before.slice(0, -3)),
					"invalid_checkpoint",
				],
				[() => entry.tools({}), "invalid_argument"],
			]) {
				refused(entry, action, code);
				same(store.checkpoint(), before);
			}
			for (const action of [
				() => store.update("bob", task.id, { title: "x" }),
				() => store.complete("bob", task.id),
				() => store.delete("ann", "task_x"),
			])
				refused(entry, action, "task_not_found", /^Task not found$/);
			equal(store.list("eve"), []);

			same(
				store.update("ann", task.id, { due_date: null }).due_date,
				undefined,
			);
			equal(
				[store.complete("ann", task.id), store.complete("ann", task.id)],
				[true, false],
			);
			equal(
				[
					store.list("ann", "completed").length,
					store.list("ann", "pending").length,
					store.size,
				],
				[1, 0, 201],
			);
			same(
				entry.TaskStore.fromCheckpoint(store.checkpoint()).checkpoint(),
				store.checkpoint(),
			);
			same(store.delete("ann", task.id).title, "Buy milk");
			store.free();
			store.free();
			refused(entry, () => store.size, "freed");
		},
	},
	{
		name: "tasks: results and errors in the JSON of seed 003",
		run({ tasks: entry }) {
			const store = new entry.TaskStore();
			const tools = entry.tools(store);
			equal(
				tools.map(({ name }) => name),
				[
					"add_task",
					"list_tasks",
					"update_task",
					"complete_task",
					"delete_task",
				],
			);
			equal(
				tools.map(({ annotations }) => annotations.readOnlyHint),
				[false, true, false, false, false],
			);
			for (const { outputSchema } of tools)
				equal(outputSchema.required, ["success"]);
			const user_id = "user_123";
			const { task } = call(tools, 0, {
				user_id,
				title: "Buy",
				priority: "high",
			});
			const mine = { user_id, task_id: task.id };
			equal(call(tools, 4, { ...mine, user_id: "other" }), {
				error: { code: "task_not_found", message: "Task not found" },
			});
			equal(
				tools[4].inputSchema["~standard"].validate({ user_id: "u" }).issues
					.length,
				1,
			);
			ok(tools[4].inputSchema["~standard"].validate(mine).issues === undefined);
		},
	},
	{
		name: "tasks: tools of one user name no other, whatever form the arguments have",
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
				const { text } = await mine[4].call(args);
				match(text, /names another user|Task not found/);
				same(store.checkpoint(), before);
			}
			for (const args of [
				{ title: "a" },
				'{"title":"a"}',
				{ toJSON: () => ({ title: "a" }) },
				{ title: "a", user_id: "ann" },
			])
				ok((await mine[0].call(args)).ok);
			same(store.list("ann").length, 4);
			same(heard.length, 4);
			const { validate } = mine[3].inputSchema["~standard"];
			ok(validate({ task_id: id }).issues === undefined);
			same(validate({ task_id: id, user_id: "bob" }).issues.length, 1);
			refused(entry, () => entry.tools(store, { user: 7 }), "invalid_argument");
		},
	},
	{
		name: "tasks: not ready before its own init(), and then with the TodoError of the list",
		async run({ fresh }) {
			const { entry, tasks } = await fresh();
			refused(tasks, () => new tasks.TaskStore(), "not_initialized");
			await tasks.init();
			same(tasks.TodoError, entry.TodoError);
			refused(entry, () => new entry.TodoStore(), "not_initialized");
			same(new tasks.TaskStore().size, 0);
		},
	},
];
