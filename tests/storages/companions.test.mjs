// What is stored with a list, in the same write: a run, a conversation, a text of the host's own.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
	Conversation,
	init,
	memoryStorage,
	persist,
	TodoStore,
} from "agent-todos";
import { runAgent } from "agent-todos/run";
import { deferred, words } from "../tools/lists.mjs";
import { until } from "../tools/until.mjs";
import { quota, watched } from "./watched.mjs";

await init();

const text = (value) => ({ value, checkpoint: () => value });
async function opened(storage, options) {
	const store = new TodoStore();
	return {
		store,
		list: await persist(store, storage, { name: "list", ...options }),
	};
}
const storedIn = async (storage) => (await opened(storage)).list.saved;
/** The run that is stored has come to this end. */
async function endsWith(storage, status) {
	const read = await opened(storage);
	const { store, list } = read;
	const fail = () => assert.fail("the run goes on");
	const run = runAgent({
		store,
		plan: fail,
		execute: fail,
		saved: list.saved.run,
	});
	assert.equal((await run.result).status, status);
	return read;
}

test("keep() stores its objects with the list, and saved restores them", async () => {
	const storage = watched();
	const { store, list } = await opened(storage);
	assert.deepEqual(list.saved, {});
	store.addMultiple(["a"]);
	const conversation = new Conversation(store);
	const messages = [];
	conversation.appendReminder(messages);
	list.keep({ conversation, task: text('Buy "a" kettle'), __proto__: null });
	assert.equal(list.isStored, false);
	await list.flushed();
	assert.equal(storage.texts.length, 1);
	assert.deepEqual(list.saved, {
		conversation: conversation.checkpoint(),
		task: 'Buy "a" kettle',
	});

	const again = await opened(storage);
	assert.deepEqual(again.list.saved, list.saved);
	assert.equal(again.store.checkpoint(), store.checkpoint());
	// Whoever reads the text alone gets the list.
	assert.equal(
		TodoStore.fromCheckpoint(storage.texts[0]).checkpoint(),
		store.checkpoint(),
	);
	const { conversation: told } = again.list.saved;
	const restored = new Conversation(again.store, { saved: told });
	assert.deepEqual(restored.remind(messages), messages, "it was told already");
});

test("flushed() stores a change of a companion alone", async () => {
	const storage = watched();
	const { list } = await opened(storage);
	const task = text("one");
	list.keep({ task });
	await list.flushed();
	assert.equal(storage.texts.length, 1, "also with an empty list");
	await list.flushed();
	assert.equal(storage.texts.length, 1, "the same again is not written");
	for (const value of ["two", "three"]) {
		task.checkpoint = () => value;
		assert.equal(list.isStored, false);
		await list.flushed();
		assert.equal((await storedIn(storage)).task, value);
	}
	list.keep({ task: undefined });
	await list.flushed();
	assert.deepEqual(await storedIn(storage), {});
	storage.fails = quota();
	list.keep({ task });
	await assert.rejects(list.flushed(), { code: "quota_exceeded" });
	storage.fails = null;
	await list.retry();
	assert.deepEqual(await storedIn(storage), { task: "three" });
});

test("keep() in several contexts: each writes its own names", async () => {
	const storage = watched();
	const a = await opened(storage);
	a.store.addMultiple(["a"]);
	await a.list.flushed();
	const none = await opened(storage);
	const b = await opened(storage);
	a.list.keep({ run: text("a"), a: text("a's") });
	await a.list.flushed();
	// Upon what it has read, which is no longer there.
	none.store.addMultiple(["b"]);
	await none.list.flushed();
	none.store.addMultiple(["c"]);
	await none.list.flushed();
	assert.deepEqual(await storedIn(storage), { run: "a", a: "a's" });
	assert.deepEqual(none.list.saved, { run: "a", a: "a's" });

	b.list.keep({ run: text("b"), b: text("b's") });
	await b.list.flushed();
	const all = { run: "b", a: "a's", b: "b's" };
	assert.deepEqual(await storedIn(storage), all);
	const writes = storage.texts.length;
	await b.list.refresh();
	assert.equal(storage.texts.length, writes, "what is there is not written");
});

test("two contexts that keep() one name stop writing once neither changes", async () => {
	const storage = watched();
	const watchers = new Set();
	const { write } = storage;
	storage.write = async (...args) => {
		const revision = await write(...args);
		for (const watcher of watchers) watcher(revision);
		return revision;
	};
	storage.watch = (_name, watcher) => {
		watchers.add(watcher);
		return () => watchers.delete(watcher);
	};
	const [a, b] = [await opened(storage), await opened(storage)];
	for (const { list } of [a, b]) {
		list.keep({ run: text(list === a.list ? "a" : "b") });
		await list.flushed();
	}
	for (let round = 0; round < 50; round++) await wait(0);
	assert.equal(storage.texts.length, 2);
	b.store.addMultiple(["b"]);
	await b.list.flushed();
	while (a.store.size === 0) await wait(1);
	a.store.addMultiple(["a"]);
	await a.list.flushed();
	while (b.store.size === 1) await wait(1);
	assert.deepEqual(await storedIn(storage), { run: "a" });
	assert.equal(storage.texts.length, 4);
});

test("a freed kept object keeps its text, until stop()", async () => {
	const storage = memoryStorage();
	const { store, list } = await opened(storage);
	const conversation = new Conversation(store);
	const before = conversation.checkpoint();
	let asked = 0;
	list.keep({
		conversation,
		counted: { checkpoint: () => String(++asked) },
	});
	await list.flushed();
	conversation.free();
	store.addMultiple(["a"]);
	await list.stop();
	const at = asked;
	assert.equal((await storedIn(storage)).conversation, before);
	await list.flushed();
	assert.equal(asked, at);
});

test("keep() refuses objects without checkpoint() and empty names", async () => {
	const storage = memoryStorage();
	const { list } = await opened(storage);
	const refused = { name: "TodoError", code: "invalid_argument" };
	for (const parts of [
		null,
		[],
		{ run: "text" },
		{ run: {} },
		{ run: { checkpoint: () => 3 } },
	])
		assert.throws(() => list.keep(parts), refused);
	assert.deepEqual(list.saved, {});
});

test("TodoStore.fromCheckpoint() refuses a checkpoint with damaged companion texts at its end", () => {
	const checkpoint = new TodoStore().checkpoint();
	const withEnd = (end) => `${checkpoint.slice(0, -1)},${end}]`;
	TodoStore.fromCheckpoint(withEnd('{"a":"b","c":""}'));
	for (const end of ['{"a":3}', '{"a":["b"]}', '{"a"}', '{"a":"b"},{}', '"a"'])
		assert.throws(
			() => TodoStore.fromCheckpoint(withEnd(end)),
			{ name: "TodoError", code: "invalid_checkpoint" },
			end,
		);
});

test("a persisted run reports only what is stored", async () => {
	const storage = watched();
	const { texts: states, write } = storage;
	// A slow storage: code that does not wait for it has gone on long before.
	storage.write = (...args) => wait(3).then(() => write(...args));
	const { store, list } = await opened(storage);
	const isStored = (status, { content }) => {
		const stored = words(TodoStore.fromCheckpoint(states.at(-1)));
		assert.ok(stored.includes(`${content}: ${status}`), `${stored}`);
	};
	const callbacks = {
		plan: () => ["a", "b"],
		validate: ({ open }) => ({ isComplete: open === 0 }),
	};
	const result = await runAgent({
		...callbacks,
		store,
		persistence: list,
		execute: async ({ todo, toolCalled }) => {
			isStored("doing", todo);
			toolCalled();
			return todo.content === "a" ? "done" : { status: "failed", reason: "no" };
		},
		on: {
			done: ({ todo }) => isStored("done", todo),
			skipped: ({ todo }) => isStored("skipped", todo),
			finished: () => assert.match(list.saved.run, /"ended"/),
		},
	}).result;
	assert.deepEqual(
		[result.status, result.isComplete, result.steps],
		["finished", true, 4],
	);

	// From each text that was ever stored, it comes to the same end, and nothing that is done there
	// is done again.
	let resumed = 0;
	for (const written of states) {
		const copy = memoryStorage();
		await copy.write("list", written, 0);
		const { store, list } = await opened(copy);
		const before = store.getAll();
		if (list.saved.run === undefined) continue;
		resumed += 1;
		const again = await runAgent({
			...callbacks,
			store,
			saved: list.saved.run,
			persistence: list,
			execute: async ({ todo }) => {
				const { status } = before.find(({ key }) => key === todo.key) ?? {};
				assert.ok(!["done", "skipped"].includes(status));
				return todo.content === "a" ? "done" : "failed";
			},
		}).result;
		assert.deepEqual([again.status, again.isComplete], ["finished", true]);
		assert.deepEqual(words(store), ["a: done", "b: skipped"]);
		await endsWith(copy, "finished");
	}
	assert.ok(resumed >= 6, `${resumed}`);
});

test("a run goes on when a write fails", async () => {
	const storage = watched();
	const errors = [];
	const { store, list } = await opened(storage, {
		onError: ({ code }) => errors.push(code),
	});
	storage.fails = quota();
	const callbacks = { store, persistence: list, plan: () => ["a", "b"] };
	const result = await runAgent({ ...callbacks, execute: async () => "done" })
		.result;
	assert.equal(result.status, "finished");
	assert.deepEqual([...new Set(errors)], ["quota_exceeded"]);
	storage.fails = null;
	await list.retry();
	assert.match((await storedIn(storage)).run, /"ended"/);

	const run = runAgent({
		...callbacks,
		execute: () => {
			run.abort();
			return new Promise(() => {});
		},
	});
	assert.equal((await run.result).status, "aborted");
	const { store: read } = await endsWith(storage, "aborted");
	assert.equal(read.getCurrentDoing(), null);
});

test("abort ends a run whose storage hangs, and frees it", async () => {
	for (const stage of ["planning", "plan", "executing", "execute", "done"]) {
		const storage = watched();
		const hanging = deferred();
		const { store, list } = await opened(storage);
		const at = (name, answer) => {
			if (name === stage) storage.waits = hanging.promise;
			return answer;
		};
		at("planning");
		const run = runAgent({
			store,
			persistence: list,
			plan: () => at("plan", ["a", "b"]),
			execute: async () => at("execute", "done"),
			on: { event: ({ type }) => at(type) },
		});
		if (stage !== "planning")
			for await (const { type } of run.events) if (type === "planning") break;
		await until(
			`it does not come to ${stage}`,
			() => storage.waits !== undefined,
		);
		// What is written then has begun to wait.
		for (let turn = 0; turn < 20; turn++) await wait(0);
		run.abort("the user said stop");
		const { status, cause } = await run.result;
		assert.deepEqual([status, cause], ["aborted", "the user said stop"]);
		const types = [];
		for await (const { type } of run.events) types.push(type);
		assert.equal(types.pop(), "aborted", stage);
		assert.ok(!types.includes("aborted"), stage);
		const next = { store, plan: () => ["c"], execute: async () => "done" };
		assert.equal((await runAgent(next).result).status, "finished", stage);
		// Otherwise persist() asks again, for a minute and a half.
		hanging.resolve();
		await list.stop();
	}
});

test("a step's end by a person is reported once stored", async () => {
	const { store, list } = await opened(watched());
	const user = store.as("user");
	const heard = [];
	const result = await runAgent({
		store,
		persistence: list,
		plan: () => ["a", "b", "c"],
		execute: async ({ todo, signal }) => {
			if (todo.content !== "a") return "done";
			user.complete(todo.key);
			assert.ok(signal.aborted);
			assert.deepEqual(heard, [], "it is not stored yet");
			return new Promise(() => {});
		},
		validate: ({ open }) => ({ isComplete: open === 0 }),
		on: {
			// Here its own step waits to be stored.
			executing: ({ todo }) => todo.content === "b" && user.skip(todo.key),
			done: ({ todo, by }) => heard.push(`${todo.content} by ${by}`),
			skipped: ({ todo, by }) => heard.push(`not ${todo.content} by ${by}`),
		},
	}).result;
	assert.deepEqual([result.status, result.isComplete], ["finished", true]);
	assert.deepEqual(heard, ["a by user", "not b by user", "c by agent"]);
});

test("a run whose list is deleted is aborted, and says why", async () => {
	for (const stage of ["before", "plan", "execute", "validate"]) {
		const { store, list } = await opened(memoryStorage());
		const executed = [];
		const deleteAt = async (here) => {
			if (here === stage) await list.delete();
		};
		await deleteAt("before");
		const run = runAgent({
			store,
			persistence: list,
			async plan() {
				await deleteAt("plan");
				return ["a", "b"];
			},
			async execute({ todo }) {
				executed.push(todo.content);
				await deleteAt("execute");
				return "done";
			},
			async validate() {
				await deleteAt("validate");
				return true;
			},
		});
		const { status, cause } = await run.result;
		assert.deepEqual([status, cause?.code], ["aborted", "deleted"], stage);
		const expected = { execute: ["a"], validate: ["a", "b"] }[stage] ?? [];
		assert.deepEqual(executed, expected, stage);
		assert.equal(store.size, 0, stage);
	}
});
