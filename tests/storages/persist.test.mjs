// What `persist` promises, beside a storage whose every answer the test decides on.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
	init,
	memoryStorage,
	persist,
	StorageError,
	TodoError,
	TodoStore,
} from "agent-todos";
import { deferred, words } from "../tools/lists.mjs";
import { quota, watched } from "./watched.mjs";

await init();

function storeOf(...texts) {
	const store = new TodoStore();
	if (texts.length > 0) store.addMultiple(texts);
	return store;
}
const stored = async (storage, name = "list") =>
	words(TodoStore.fromCheckpoint((await storage.read(name)).text));

/**
 * Returns a store that is kept as "list" and stored; `errors` has the codes of what is reported,
 * `conflicts` those of conflicts.
 */
async function kept(
	store = new TodoStore(),
	{ storage = watched(), ...options } = {},
) {
	const [errors, conflicts] = [[], []];
	const saved = await persist(store, storage, {
		name: "list",
		onError: ({ code }) => errors.push(code),
		onConflict: ({ code }) => conflicts.push(code),
		...options,
	});
	await saved.flushed();
	return { store, storage, saved, errors, conflicts };
}

/** Another context adds a todo to the list in a storage. */
async function add({ storage }, content) {
	const { store, saved } = await kept(undefined, { storage });
	store.addMultiple([content]);
	await saved.stop();
	store.free();
}

/** As many turns as what is under way may take, without a timer. */
async function turns() {
	for (let turn = 0; turn < 20; turn++) await undefined;
}

test("persist() reads a list back whole, with its history", async () => {
	const { store, storage, saved } = await kept();
	assert.deepEqual(storage.texts, [], "an empty store writes nothing");
	store.addMultiple(["a", "b"]);
	store.complete(1);
	await saved.flushed();
	assert.equal(saved.isStored, true);

	const again = new TodoStore();
	const heard = [];
	again.subscribe(({ revision }) => heard.push(revision));
	await persist(again, storage, { name: "list" });
	assert.equal(again.checkpoint(), store.checkpoint());
	assert.deepEqual(heard, [2]);
	await turns();
	assert.equal(storage.texts.length, 1, "reading back is no reason to write");
	assert.ok(again.as("host").undo());
	assert.deepEqual(words(again), ["a", "b"]);
});

test("persist() writes a burst once, and changes during a write once more", async () => {
	const { store, storage, saved } = await kept();
	for (let n = 0; n < 10; n++) store.addMultiple([`${n}`]);
	await saved.flushed();
	assert.deepEqual(storage.calls, ["read list", "write list 0"]);
	const { promise, resolve: open } = deferred();
	storage.waits = promise;
	store.complete(1);
	await wait(1);
	for (let id = 2; id < 9; id++) {
		store.complete(id);
		await wait(0);
	}
	assert.equal(saved.isStored, false);
	open();
	await saved.flushed();
	assert.deepEqual(storage.calls.slice(2), ["write list 1", "write list 2"]);
});

test("flushed() waits for the changes before it only", async () => {
	const { store, storage, saved } = await kept();
	const [first, second] = [deferred(), deferred()];
	storage.waits = first.promise;
	store.addMultiple(["a"]);
	await wait(1);
	const flushed = saved.flushed();
	store.addMultiple(["b"]);
	storage.waits = second.promise;
	first.resolve();
	await flushed;
	assert.equal(saved.isStored, false);
	assert.deepEqual(await stored(storage.inner), ["a"]);
	second.resolve();
	await saved.stop();
});

test("a flushed() callback may write again", async () => {
	const { store, storage, saved } = await kept();
	for (let n = 0; n < 50; n++) {
		store.addMultiple([`${n % 2}`]);
		await saved.flushed();
		store.reset();
		await saved.flushed();
	}
	assert.deepEqual(await stored(storage), []);
});

test("changes made before persist() has read the storage are stored", async () => {
	const { storage } = await kept(storeOf("old"));
	const { promise, resolve: open } = deferred();
	storage.waits = promise;
	const store = storeOf("before");
	const persisting = persist(store, storage, { name: "list" });
	store.addMultiple(["during"]);
	store.complete(2);
	open();
	const saved = await persisting;
	assert.deepEqual(words(store), ["old", "before", "during: done"]);
	await saved.flushed();
	assert.deepEqual(await stored(storage), words(store));
});

test("a failed write is reported, and repeated by retry()", async () => {
	const errors = [];
	const { store, storage, saved } = await kept(undefined, {
		onError: (error) => errors.push(error),
	});
	const { fails } = Object.assign(storage, { fails: quota() });
	store.addMultiple(["a"]);
	await assert.rejects(saved.flushed(), fails);
	assert.deepEqual([words(store), saved.isStored], [["a"], false]);
	// Nothing is under way: it says so at once, and does not wait for ever.
	await assert.rejects(saved.flushed(), fails);
	assert.deepEqual(errors, [fails]);
	await assert.rejects(saved.retry(), fails);
	assert.deepEqual(errors, [fails, fails]);
	storage.fails = null;
	await saved.retry();
	assert.deepEqual([await stored(storage), saved.isStored], [["a"], true]);

	storage.fails = quota();
	store.addMultiple(["b"]);
	await assert.rejects(saved.flushed());
	storage.fails = null;
	store.addMultiple(["c"]);
	await saved.flushed();
	assert.deepEqual(await stored(storage), ["a", "b", "c"]);
});

test("whatever a storage throws becomes unavailable, with the cause", async () => {
	const unreadable = new Proxy(new Error("hidden"), {
		get() {
			throw new Error("not to be read");
		},
	});
	for (const thrown of [
		new RangeError("odd"),
		Object.create(null),
		Symbol("odd"),
		unreadable,
		{ message: Symbol("odd") },
		null,
		undefined,
	]) {
		const isSaid = (error) =>
			error instanceof StorageError &&
			error.code === "unavailable" &&
			error.cause === thrown;
		const { store, storage, saved } = await kept();
		const { read, write } = storage;
		storage.read = storage.write = async () => {
			throw thrown;
		};
		store.addMultiple(["a"]);
		await assert.rejects(saved.flushed(), isSaid);
		await assert.rejects(
			persist(new TodoStore(), storage, { name: "list" }),
			isSaid,
		);
		Object.assign(storage, { read, write });
		await saved.retry();
		assert.deepEqual(await stored(storage), ["a"]);
	}
});

test("persist() without onError writes errors to the console", async (t) => {
	const error = t.mock.method(console, "error", () => {});
	const storage = watched();
	const store = new TodoStore();
	const saved = await persist(store, storage, { name: "list" });
	storage.fails = quota();
	store.addMultiple(["a"]);
	await assert.rejects(saved.flushed());
	assert.deepEqual(
		error.mock.calls.map((call) => call.arguments),
		[["agent-todos:", storage.fails]],
	);
});

test("persist() merges both lists after a conflict", async () => {
	const { store, storage, saved, conflicts } = await kept(storeOf("base"));
	const { store: other, saved: others } = await kept(undefined, { storage });
	other.complete(1);
	other.addMultiple(["theirs"]);
	await others.flushed();
	store.addMultiple(["ours"]);
	await saved.flushed();
	const expected = ["base: done", "theirs", "ours"];
	assert.deepEqual(
		[words(store), await stored(storage), conflicts],
		[expected, expected, ["conflict"]],
	);
	await others.refresh();
	assert.deepEqual(words(other), expected);
	assert.equal(other.checkpoint(), store.checkpoint());
});

test("refresh() takes over what is new, and writes nothing", async () => {
	const { store, storage, saved } = await kept(storeOf("a"));
	const others = await kept(undefined, { storage: storage.inner });
	others.store.complete(1);
	await others.saved.flushed();
	await saved.refresh();
	assert.deepEqual(words(store), ["a: done"]);
	assert.deepEqual(storage.calls, ["read list", "write list 0", "read list"]);
	storage.fails = quota();
	await assert.rejects(saved.refresh(), { code: "quota_exceeded" });
	assert.equal(saved.isStored, true);
	await saved.flushed();
});

test("persist() refuses a merge that is too long", async () => {
	const small = () => new TodoStore({ maxTodos: 2 });
	const { store, storage, saved, errors } = await kept(small());
	const { store: other, saved: others } = await kept(small(), { storage });
	other.addMultiple(["1", "2"]);
	await others.flushed();
	store.addMultiple(["3"]);
	const error = await saved.flushed().catch((error) => error);
	assert.deepEqual(
		[error.code, error.cause.code],
		["refused", "too_many_todos"],
	);
	assert.deepEqual([words(store), await stored(storage)], [["3"], ["1", "2"]]);
	assert.deepEqual(errors, ["refused"]);
	other.remove(2);
	await others.flushed();
	await saved.retry();
	assert.deepEqual(await stored(storage), ["1", "3"]);
});

const precious = storeOf("precious").checkpoint();
const damaged = precious.slice(0, -3);
const newer = precious.replace('"agent-todos",1', '"agent-todos",2');
for (const [what, text, code, message] of [
	["a damaged text", damaged, "corrupt", /JSON/],
	["a text of a newer version", newer, "newer_version", /agent-todos/],
	[
		"a text beside which something else is stored",
		`${new TodoStore().checkpoint().slice(0, -1)},{"":{"split":7}}]`,
		"corrupt",
		/: list: /,
	],
	["no list at all", "hello", "corrupt", /JSON/],
])
	test(`persist() refuses ${what}, or sets it aside: "start_empty"`, async () => {
		const storage = memoryStorage();
		await storage.write("list", text, 0);
		const store = storeOf("mine");
		await assert.rejects(persist(store, storage, { name: "list" }), {
			name: "StorageError",
			code,
			message,
		});
		assert.deepEqual(words(store), ["mine"]);
		store.addMultiple(["not kept"]);
		await wait(1);
		assert.deepEqual(await storage.read("list"), { text, revision: 1 });

		// Aside, where nothing else is.
		await storage.write("list.unreadable-1", "something else", 0);
		const unreadable = "start_empty";
		const { store: mine, saved } = await kept(storeOf("a"), {
			storage,
			unreadable,
		});
		assert.deepEqual(await stored(storage), ["a"]);
		const aside = await Promise.all(
			[1, 2, 3].map((n) => storage.read(`list.unreadable-${n}`)),
		);
		assert.deepEqual(
			aside.map((kept) => kept?.text),
			["something else", text, undefined],
		);

		// One that another stores later is not overwritten.
		await storage.write("list", text, 2);
		mine.complete(1);
		await assert.rejects(saved.flushed(), { code });
		assert.deepEqual(words(mine), ["a: done"]);
		assert.equal((await storage.read("list")).text, text);
	});

test("two contexts that set the same unreadable text aside store it once", async () => {
	const storage = memoryStorage();
	await storage.write("list", damaged, 0);
	await Promise.all(
		["a", "b"].map((text) =>
			kept(storeOf(text), { storage, unreadable: "start_empty" }),
		),
	);
	assert.deepEqual((await stored(storage)).sort(), ["a", "b"]);
	assert.equal((await storage.read("list.unreadable-1")).text, damaged);
	assert.equal(await storage.read("list.unreadable-2"), null);
});

test("a list gone from the storage is written again", async () => {
	for (const find of [
		(saved) => saved.refresh(),
		(saved, store) => {
			store.addMultiple(["b"]);
			return saved.flushed();
		},
	]) {
		const { store, storage, saved, errors, conflicts } = await kept(
			storeOf("a"),
		);
		storage.inner = memoryStorage();
		await find(saved, store);
		assert.deepEqual(await stored(storage), words(store));
		assert.deepEqual([...errors, ...conflicts], ["rolled_back"]);
	}
});

/** Sets a storage back to the text that it had first. */
async function restore(storage) {
	storage.inner = memoryStorage();
	await storage.inner.write("list", storage.texts[0], 0);
}

test("an older text in the storage is rolled_back and removes nothing", async () => {
	const { store, storage, saved, errors } = await kept(storeOf("a", "b"));
	store.addMultiple(["c"]);
	store.edit(1, { content: "A" });
	await saved.flushed();
	store.remove(2);
	store.complete(1);
	await saved.flushed();
	const [list, { revision }] = [store.getAll(), store];
	await restore(storage);
	await saved.refresh();
	assert.deepEqual(errors, ["rolled_back"]);
	assert.deepEqual(store.getAll(), list);
	assert.ok(store.revision >= revision);
	assert.deepEqual(await stored(storage), words(store));
	// So it is where a change finds it.
	await restore(storage);
	store.addMultiple(["d"]);
	await saved.flushed();
	assert.deepEqual(errors, ["rolled_back", "rolled_back"]);
	assert.deepEqual(words(store), ["A: done", "c", "d"]);
	assert.deepEqual(await stored(storage), words(store));
});

test("a write upon an older text is merged", async () => {
	const { store, storage, saved, errors } = await kept(storeOf("a"));
	for (const content of ["b", "c", "d"]) {
		store.addMultiple([content]);
		await saved.flushed();
	}
	await restore(storage);
	await add({ storage }, "theirs");
	await saved.refresh();
	assert.deepEqual(errors, ["rolled_back"]);
	assert.deepEqual(words(store).sort(), ["a", "b", "c", "d", "theirs"]);
	assert.deepEqual((await stored(storage)).sort(), words(store).sort());
});

test("a storage that refuses its own revision is unavailable", async () => {
	const storage = {
		read: async () => null,
		write: async (name, _, expected) => {
			throw StorageError.conflict(name, expected, 7);
		},
	};
	const { store, saved } = await kept(undefined, { storage });
	store.addMultiple(["a"]);
	await assert.rejects(saved.flushed(), {
		code: "unavailable",
		message: /refused a write on revision 0 .* which is the one that it has/,
	});
	await saved.stop().catch(() => {});
});

test("a change after stop() is not stored, nor said to be", async () => {
	const { store, saved } = await kept();
	await saved.stop();
	assert.equal(saved.isStored, true);
	store.add("later");
	assert.equal(saved.isStored, false);
	await saved.flushed();
});

test("stop() resolves when all is stored", async () => {
	const { store, storage, saved } = await kept();
	store.addMultiple(["a"]);
	await saved.stop();
	store.addMultiple(["b"]);
	await wait(1);
	assert.deepEqual(await stored(storage), ["a"]);
	await (await kept(store, { storage })).saved[Symbol.asyncDispose]();
	assert.deepEqual(await stored(storage), ["a", "b"]);
});

test("persist() refuses wrong arguments and options at once", async () => {
	const storage = watched();
	await assert.rejects(
		persist({}, storage, { name: "list" }),
		(error) => error instanceof TodoError && error.code === "invalid_argument",
	);
	const code = "invalid_argument";
	for (const options of [
		{ conflict: "theirs" },
		{ unreadable: true },
		{ format: "xml" },
		{ onFailure() {} },
	])
		await assert.rejects(kept(undefined, { storage, ...options }), { code });
	storage.fails = new StorageError("denied", "no");
	await assert.rejects(kept(undefined, { storage }), storage.fails);
	const freed = new TodoStore();
	freed.free();
	await assert.rejects(kept(freed, { storage }), { code: "freed" });
});

test("a store freed too early is reported once", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const { store, saved, errors } = await kept();
	store.addMultiple(["a"]);
	store.free();
	const { mock: later } = t.mock.method(globalThis, "setTimeout");
	await assert.rejects(saved.flushed(), {
		code: "unavailable",
		message: /freed before its last change was stored.*await stop\(\) first/,
	});
	assert.equal(later.callCount(), 0);
	assert.deepEqual(errors, ["unavailable"]);
});

// Changes that come from a listener of the store, in the middle of what persist itself does with
// it. Each must be stored.
const moments = {
	"while the list is first read": { isLate: true, act() {} },
	"at refresh()": { act: (_, saved) => saved.refresh() },
	"when both are merged": {
		async act(store, saved) {
			store.addMultiple(["ours"]);
			await saved.flushed();
		},
	},
};
const reactions = {
	"abort()": (store) => store.abort(),
	"addMultiple()": (store) => store.addMultiple(["by a listener"]),
	"two changes, one upon the other"(store) {
		const off = store.subscribe(() => {
			off();
			store.addMultiple(["upon that"]);
		});
		store.addMultiple(["by a listener"]);
	},
};
for (const [when, { isLate = false, act }] of Object.entries(moments))
	for (const [which, react] of Object.entries(reactions))
		for (const order of ["before", "after"])
			test(`${which} by a listener ${order} persist, ${when}, is stored`, async () => {
				const storage = memoryStorage();
				const first = storeOf("a");
				first.markDoing(1);
				await (await kept(first, { storage })).saved.stop();
				const store = new TodoStore();
				let isDue = false;
				const listen = () =>
					store.subscribe(() => {
						if (!isDue) return;
						isDue = false;
						react(store);
					});
				if (order === "before") listen();
				isDue = isLate;
				if (isLate && order === "after") listen();
				const saved = await persist(store, storage, { name: "list" });
				if (!isLate) {
					await add({ storage }, "theirs");
					isDue = true;
					if (order === "after") listen();
				}
				await act(store, saved);
				await saved.flushed();
				assert.equal(isDue, false, "the listener was heard");
				assert.equal(saved.isStored, true);
				assert.deepEqual(await stored(storage), words(store));
			});

test("flushed() called by a listener covers what that listener changed", async () => {
	const storage = memoryStorage();
	const store = new TodoStore();
	const asked = [];
	store.subscribe(() => {
		if (store.size === 2) return;
		store.addMultiple(["b"]);
		asked.push(
			saved
				.flushed()
				.then(async () => assert.deepEqual(await stored(storage), ["a", "b"])),
		);
	});
	const saved = await persist(store, storage, { name: "list" });
	store.addMultiple(["a"]);
	assert.equal(asked.length, 1);
	await Promise.all(asked);
});

/**
 * Lets the time of `t.mock.timers` go on until a promise is settled, a little of it at a time.
 * Returns how much that was.
 */
async function inMockedTime(t, promise, most = 1_000_000) {
	let isSettled = false;
	promise.then(
		() => (isSettled = true),
		() => (isSettled = true),
	);
	let passed = 0;
	for (; !isSettled; passed += 10) {
		assert.ok(passed < most, `not settled within ${most} ms`);
		await turns();
		t.mock.timers.tick(10);
	}
	await promise;
	return passed;
}

test("a storage that refuses all is asked less, then reported", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	let reads = 0;
	let writes = 0;
	const storage = {
		async read() {
			reads += 1;
			return { text: new TodoStore().checkpoint(), revision: reads };
		},
		async write(name, _text, expected) {
			writes += 1;
			// A storage that spins never comes back to the test.
			if (writes > 1000) process.exit(1);
			throw StorageError.conflict(name, expected, reads + 1);
		},
	};
	const errors = [];
	const { store, saved } = await kept(undefined, {
		storage,
		onError: (error) => errors.push(error),
	});
	store.addMultiple(["a"]);
	const refused = assert.rejects(saved.flushed(), {
		code: "unavailable",
		message: /^17 writes of "list" in a row were refused/,
	});
	// In between other work goes on.
	assert.ok((await inMockedTime(t, refused)) > 4000);
	assert.deepEqual([writes, errors.length, saved.isStored], [17, 1, false]);
	assert.equal(errors[0].cause.code, "conflict");
	// Then it is tried again by itself, and told once.
	await inMockedTime(
		t,
		new Promise((resolve) => {
			const { write } = storage;
			storage.write = (...args) => {
				if (writes === 60) resolve();
				return write(...args);
			};
		}),
	);
	assert.equal(errors.length, 1);
	await inMockedTime(
		t,
		saved.stop().catch(() => {}),
	);
});

test("persist() reports a storage that answers no revision", async () => {
	for (const answer of [undefined, NaN, "2", -1, 0, 1.5]) {
		const { store, saved } = await kept(undefined, {
			storage: { read: async () => null, write: async () => answer },
		});
		store.addMultiple(["a"]);
		await assert.rejects(saved.flushed(), {
			code: "unavailable",
			message: /write\(\) did not return the new revision/,
		});
		await saved.stop().catch(() => {});
		for (const stored of [
			"text",
			{ text: "", revision: answer },
			{ revision: 1 },
		])
			await assert.rejects(
				persist(
					new TodoStore(),
					{ read: async () => stored, write: async () => 1 },
					{ name: "list" },
				),
				{
					code: "unavailable",
					message: /read\(\) did not return null or \{ text, revision \}/,
				},
			);
	}
});

test("a storage's write() that returns the old revision counts as failed", async () => {
	const { store, storage, saved, errors } = await kept(storeOf("a"));
	const { write } = storage;
	storage.write = async (_name, _text, expected) => expected;
	store.addMultiple(["b"]);
	await assert.rejects(saved.flushed(), {
		code: "unavailable",
		message: /write\(\) did not return the new revision, which is above 1/,
	});
	assert.deepEqual([saved.isStored, errors], [false, ["unavailable"]]);
	storage.write = write;
	await saved.retry();
	assert.deepEqual(await stored(storage), ["a", "b"]);
	await saved.stop();
});

test("persist() refuses a storage whose watch() returns no function", async () => {
	for (const watch of [() => undefined, async () => () => {}, () => ({})]) {
		const store = storeOf("a");
		await assert.rejects(
			persist(store, { ...watched(), watch }, { name: "list" }),
			{
				code: "unavailable",
				message: /watch\(\) did not return the function that stops it/,
			},
		);
	}
});

/** Lets the storage answer no more, and returns what lets what was asked since come to pass. */
function silence(storage) {
	const { promise, resolve } = deferred();
	storage.waits = promise;
	return () => {
		storage.waits = null;
		resolve();
	};
}

test("an unanswered write is unknown, and undoes nothing later", async (t) => {
	for (const timeout of [undefined, 1000]) {
		t.mock.timers.enable({ apis: ["setTimeout"] });
		const { store, storage, saved, errors } = await kept(storeOf("a"), {
			timeout,
		});
		const answer = silence(storage);
		store.addMultiple(["b"]);
		const flushed = assert.rejects(saved.flushed(), {
			code: "unavailable",
			message: new RegExp(
				`write\\(\\) of "list" did not answer within ${timeout ?? 30_000} ms: `,
			),
		});
		await turns();
		t.mock.timers.tick((timeout ?? 30_000) - 1);
		await turns();
		assert.deepEqual(errors, [], "not yet");
		t.mock.timers.tick(1);
		await flushed;
		assert.deepEqual([saved.isStored, errors], [false, ["unavailable"]]);
		// The first one arrives now, and so does one of somebody else.
		answer();
		await turns();
		await add({ storage }, "of another");
		store.addMultiple(["c"]);
		await saved.retry();
		assert.deepEqual(await stored(storage), ["a", "b", "of another", "c"]);
		await saved.stop();
		assert.deepEqual(words(store), ["a", "b", "of another", "c"]);
		t.mock.timers.reset();
	}
});

test("stop() and delete() end beside a storage that does not answer", async () => {
	const options = { timeout: 20 };
	const { store, storage, saved } = await kept(storeOf("a"), options);
	const answer = silence(storage);
	store.addMultiple(["b"]);
	await assert.rejects(saved.stop(), { code: "unavailable" });
	answer();
	const other = await kept(undefined, { storage, ...options });
	assert.deepEqual(words(other.store), ["a", "b"], "it arrived");
	const answerAgain = silence(storage);
	await assert.rejects(other.saved.delete(), { code: "unavailable" });
	answerAgain();
	await other.saved.delete();
});

test("a read() that never answers is an error", async () => {
	const storage = watched();
	const answer = silence(storage);
	const store = storeOf("a");
	await assert.rejects(persist(store, storage, { name: "list", timeout: 20 }), {
		code: "unavailable",
		message: /read\(\) of "list" did not answer within 20 ms/,
	});
	answer();
	const { saved, errors } = await kept(store, { storage, timeout: 20 });
	const answerAgain = silence(storage);
	await assert.rejects(saved.refresh(), { code: "unavailable" });
	assert.deepEqual(errors, ["unavailable"]);
	answerAgain();
	await saved.refresh();
	await saved.stop();
});

test("a failed write is repeated ever less often", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const { store, storage, saved, errors } = await kept();
	storage.fails = quota();
	const { promise, resolve: open } = deferred();
	storage.waits = promise;
	store.addMultiple(["a"]);
	await turns();
	assert.equal(storage.calls.length, 2, "the write is under way");
	store.addMultiple(["b"]);
	open();
	await assert.rejects(saved.flushed(), { code: "quota_exceeded" });
	const tries = async (milliseconds) => {
		const before = storage.calls.length;
		for (let passed = 0; passed < milliseconds; passed += 100) {
			t.mock.timers.tick(100);
			await turns();
		}
		return storage.calls.length - before;
	};
	const [soon, late] = [await tries(10_000), await tries(600_000)];
	assert.ok(soon >= 2 && soon <= 6, `${soon} tries in ten seconds`);
	assert.ok(late >= 9 && late <= 26, `${late} tries in ten minutes`);
	assert.deepEqual(errors, ["quota_exceeded"], "told once");
	storage.fails = new StorageError("denied", "not now");
	await tries(60_000);
	assert.deepEqual(errors, ["quota_exceeded", "denied"]);
	storage.fails = null;
	await tries(60_000);
	assert.deepEqual([await stored(storage), saved.isStored], [["a", "b"], true]);
	assert.equal(await tries(600_000), 0);

	storage.fails = quota();
	store.complete(1);
	await assert.rejects(saved.flushed());
	await assert.rejects(saved.stop(), { code: "quota_exceeded" });
	assert.equal(await tries(600_000), 0, "it was stopped");
});

test("an unacknowledged write is not somebody else's", async () => {
	const { store, storage, saved } = await kept(storeOf("a", "b"));
	storage.loses = true;
	store.addMultiple(["c"]);
	await assert.rejects(saved.flushed(), { code: "unavailable" });
	store.remove(3);
	store.remove(1);
	await saved.retry();
	assert.deepEqual(words(store), ["b"]);
	const { store: read } = await kept(undefined, { storage });
	assert.deepEqual(words(read), ["b"]);
});

test("persist() takes a model's handle without its rights", async () => {
	const host = storeOf("a");
	const { storage, saved } = await kept(host.as("model"));
	await add({ storage }, "b");
	await saved.refresh();
	assert.deepEqual(words(host), ["a", "b"]);
	await saved.delete();
	assert.equal(host.size, 0);
});

test("the text of a persisted list does not grow with the session", async () => {
	const { store, storage, saved } = await kept();
	const write = (turn) => {
		// Of one length, whatever the number.
		store.replaceAll(
			Array.from({ length: 10 }, (_, n) => `todo ${n} of turn ${1000 + turn}`),
		);
		return saved.flushed();
	};
	for (let turn = 1; turn <= 1450; turn++) await write(turn);
	const [early, late] = [199, 1449].map((n) => storage.texts[n].length);
	console.log(
		`durable: a flushed whole-list write stores ${early} bytes after 200 and ${late} after 1,450`,
	);
	// Keys grow from three digits to five.
	assert.ok(late <= early * 1.1, `${late} bytes, then ${early}`);
});

test("maxSnapshots of persist() limits the stored snapshots", async () => {
	for (const [maxSnapshots, expected] of [
		[1, 1],
		[150, 150],
		[undefined, 100],
		[10_000, 201],
	]) {
		const { store, storage, saved } = await kept(undefined, { maxSnapshots });
		for (let turn = 0; turn < 100; turn++) {
			store.addMultiple(["a"]);
			store.reset();
		}
		await saved.stop();
		const read = TodoStore.fromCheckpoint((await storage.read("list")).text);
		assert.equal(read.history().length, expected);
		assert.deepEqual(read.history(), store.history().slice(-expected));
		// The same list, with fewer snapshots: nothing is to be merged, and the store keeps what it
		// has.
		const { revision } = store;
		await (
			await persist(store, storage, { name: "list", maxSnapshots })
		).stop();
		assert.deepEqual([store.revision, store.history().length], [revision, 201]);
	}
	for (const maxSnapshots of [0, -1, 1.5, "100", null, NaN, Infinity])
		await assert.rejects(
			persist(new TodoStore(), memoryStorage(), { name: "list", maxSnapshots }),
			{ name: "TodoError", code: "invalid_argument", message: /maxSnapshots/ },
		);
});

test("a renamed todo is edited by no former holder", async () => {
	const storage = memoryStorage();
	const [here, there] = [new TodoStore(), new TodoStore()];
	const ofHere = await persist(here, storage);
	const ofThere = await persist(there, storage);
	here.add("Pay Ann");
	// Both are t1 until the lists are merged.
	const bob = there.add("Pay Bob");
	await Promise.all([ofHere.flushed(), ofThere.flushed()]);
	await Promise.all([ofHere.refresh(), ofThere.refresh()]);
	assert.deepEqual(words(there), ["Pay Ann", "Pay Bob"]);
	assert.equal(there.as("user").edit(bob, { content: "Pay Bob 5" }), false);
	assert.equal(there.complete(bob), false);
	assert.deepEqual(words(there), ["Pay Ann", "Pay Bob"]);
	// What was reworded since is still the same todo.
	const ann = there.get(1);
	there.edit(ann, { content: "Pay Ann 5" });
	assert.equal(there.edit(ann, { content: "Pay Ann 6" }), true);
	assert.deepEqual(words(there), ["Pay Ann 6", "Pay Bob"]);
	await Promise.all([ofHere.close?.(), ofThere.close?.()]);
});
