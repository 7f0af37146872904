// `taskStorage`: what a TaskStore does, user by user, over any storage.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStorage } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";
import { init, TaskStore, taskStorage, tools } from "agent-todos/tasks";
import { emptyFolder } from "../mcp/servers.mjs";
import { emptyDatabase, opened, postgres } from "./databases.mjs";

await init();
const server = await postgres();

const kinds = {
	memory: () => memoryStorage(),
	file: (t) => fileStorage(emptyFolder(t)),
	PostgreSQL: async (t) => opened(t, await emptyDatabase(server)),
};

/** The same calls, and what came of each, ids aside. */
async function played(tasks, tool) {
	const said = [];
	const ids = [];
	const plain = (value) =>
		JSON.stringify(value)?.replace(
			/task_[a-z2-7]{24}/g,
			(id) => `task ${ids.indexOf(id)}`,
		);
	const say = async (call) => {
		try {
			const result = await call();
			if (typeof result === "object" && result?.id && !ids.includes(result.id))
				ids.push(result.id);
			said.push(plain(result));
		} catch ({ name, code, message }) {
			said.push(plain({ name, code, message }));
		}
	};
	const ann = "ann";
	await say(() => tasks.list(ann));
	await say(() => tasks.add(ann, { title: "Buy groceries", priority: "high" }));
	await say(() =>
		tasks.add(ann, { title: " Call mum ", due_date: "2026-02-05" }),
	);
	await say(() => tasks.add("bob", { title: "Bob's" }));
	await say(() => tasks.add(ann, { title: "" }));
	await say(() => tasks.add(ann, { title: "a", colour: "red" }));
	await say(() => tasks.add(" ann", { title: "a" }));
	await say(() => tasks.add("", { title: "a" }));
	await say(() => tasks.add("x".repeat(201), { title: "a" }));
	await say(() => tasks.add(3, { title: "a" }));
	await say(() => tasks.update(ann, ids[1], { priority: "low" }));
	await say(() => tasks.update(ann, ids[1], {}));
	await say(() => tasks.update(ann, ids[2], { title: "mine" }));
	await say(() => tasks.complete(ann, ids[0]));
	await say(() => tasks.complete(ann, ids[0]));
	await say(() => tasks.list(ann, "completed"));
	await say(() => tasks.list(ann, "open"));
	await say(() => tasks.delete("bob", ids[0]));
	await say(() => tasks.delete(ann, ids[0]));
	await say(() => tasks.delete("bob", ids[2]));
	await say(() => tasks.list("bob"));
	for (const user of [undefined, ann])
		for (const [place, { name, execute }] of tool(tasks, { user }).entries())
			for (const args of [
				{ user_id: ann, title: "By tool", task_id: ids[1], status: "all" },
				{ title: "By tool", task_id: "task_x" },
				{ user_id: "bob", title: "x", task_id: ids[1] },
				{ user_id: " ann", title: "x", task_id: ids[1] },
				'{"user_id":"ann","title":"By text","due_date":"2026-02-30"',
				"none",
				undefined,
				7,
			])
				await say(async () => {
					const outcome = await execute(args);
					for (const [id] of outcome.text.matchAll(/task_[a-z2-7]{24}/g))
						if (!ids.includes(id)) ids.push(id);
					return [name, place, outcome];
				});
	await say(() => tasks.list(ann));
	await say(() => tasks.list("bob"));
	return said;
}

for (const [kind, open] of Object.entries(kinds))
	test(`${kind}: every call ends as that of a TaskStore does`, async (t) => {
		const expected = await played(new TaskStore(), tools);
		assert.ok(expected.length > 90);
		assert.deepEqual(await played(taskStorage(await open(t)), tools), expected);
	});

test("taskStorage() stores one text for each user, written only by changes", async () => {
	const storage = memoryStorage();
	const names = [];
	const tasks = taskStorage(
		{
			read: storage.read,
			write(name, ...rest) {
				names.push(name);
				return storage.write(name, ...rest);
			},
		},
		{ prefix: "shop/" },
	);
	assert.deepEqual(await tasks.list("ann"), []);
	const { id } = await tasks.add("ann", { title: "a" });
	await tasks.add("bob", { title: "b" });
	await tasks.complete("ann", id);
	await tasks.complete("ann", id);
	await tasks.update("ann", id, { title: "a" });
	await tasks.list("ann");
	await assert.rejects(tasks.delete("bob", id), { code: "task_not_found" });
	assert.deepEqual(names, ["shop/ann", "shop/bob", "shop/ann"]);
	const { text } = await storage.read("shop/ann");
	assert.deepEqual(
		TaskStore.fromCheckpoint(text).list("ann"),
		await tasks.list("ann"),
	);
	assert.equal(TaskStore.fromCheckpoint(text).list("bob").length, 0);
});

test("taskStorage() carries out parallel calls for one user once each", async (t) => {
	const url = await emptyDatabase(server);
	const storages = await Promise.all([1, 2, 3].map(() => opened(t, url)));
	const added = await Promise.all(
		Array.from({ length: 24 }, (_, n) =>
			taskStorage(storages[n % 3]).add("ann", { title: `task ${n}` }),
		),
	);
	const there = await taskStorage(storages[0]).list("ann");
	assert.deepEqual(
		there.map(({ id }) => id).sort(),
		added.map(({ id }) => id).sort(),
	);
	assert.equal(there.length, 24);
});

test("taskStorage() rejects a call after too many conflicts", async () => {
	const storage = memoryStorage();
	let writes = 0;
	const busy = {
		read: storage.read,
		async write(name, text, revision) {
			writes += 1;
			const other = new TaskStore();
			other.add("ann", { title: `other ${writes}` });
			await storage.write(name, other.checkpoint(), revision);
			return storage.write(name, text, revision);
		},
	};
	await assert.rejects(taskStorage(busy).add("ann", { title: "a" }), {
		name: "StorageError",
		code: "conflict",
		message:
			/17 writes of "tasks\/ann" in a row were refused because somebody else had written/,
	});
	assert.equal(writes, 17);
	assert.deepEqual(
		(await taskStorage(storage).list("ann")).map(({ title }) => title),
		["other 17"],
	);
});

test("taskStorage() leaves a text that it cannot read as it is", async () => {
	for (const [text, code] of [
		["", "corrupt"],
		["[]", "corrupt"],
		['["agent-todos/tasks",2]', "newer_version"],
		['["agent-todos",1]', "corrupt"],
	]) {
		const storage = memoryStorage();
		await storage.write("tasks/ann", text, 0);
		const tasks = taskStorage(storage);
		await assert.rejects(tasks.list("ann"), { name: "StorageError", code });
		await assert.rejects(tasks.add("ann", { title: "a" }), { code });
		await assert.rejects(
			tools(tasks)[0].execute({ user_id: "ann", title: "a" }),
			{
				code,
			},
		);
		assert.deepEqual(await storage.read("tasks/ann"), { text, revision: 1 });
	}
});

test("onChange hears of each change, when it is stored", async () => {
	const storage = memoryStorage();
	const heard = [];
	const [add, list] = tools(taskStorage(storage), {
		user: "ann",
		onChange: async (outcome) => {
			heard.push([outcome.text, (await storage.read("tasks/ann")).revision]);
		},
	});
	const { text } = await add.execute({ title: "a" });
	await list.execute({});
	await add.execute({ title: "" });
	assert.deepEqual(heard, [[text, 1]]);
});

test("taskStorage() refuses wrong arguments", () => {
	const wrong = { name: "TodoError", code: "invalid_argument" };
	for (const storage of [undefined, null, "postgres://", {}, { read() {} }])
		assert.throws(() => taskStorage(storage), wrong);
	for (const options of [null, 3, "prefix", { prefix: 3 }, { Prefix: "a" }])
		assert.throws(() => taskStorage(memoryStorage(), options), wrong);
	assert.throws(() => tools(memoryStorage()), wrong);
	assert.throws(() => tools(taskStorage(memoryStorage()), { user: 3 }), wrong);
});
