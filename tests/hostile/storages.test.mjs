// Storages that fail, delay, conflict for no reason, and store and say that they did not; three writers that share one. What was
// acknowledged is stored, a retry undoes nothing that others stored upon the write that it repeats, and when the storage has come to
// its senses all three have the same list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { init, persist, TodoStore } from "agent-todos";
import { memoryStorage } from "agent-todos/storage/memory";
import { StorageError } from "../../node_modules/agent-todos/storage.js";
import { contents } from "../setup/lists.mjs";
import { again, randomness } from "../setup/random.mjs";
import { keepsRules } from "./rules.mjs";

await init();
const { below, chance, pick } = randomness("storages", 52841455);

/** A storage in front of a good one, hostile until it is told not to be. */
function hostileStorage(good) {
	const state = { isHostile: true };
	const tick = () =>
		chance(2) ? undefined : new Promise((go) => setTimeout(go, below(3)));
	return {
		state,
		async read(name) {
			await tick();
			if (state.isHostile && chance(8))
				throw new StorageError("unavailable", "hostile");
			return good.read(name);
		},
		async write(name, text, expected) {
			await tick();
			if (state.isHostile && chance(8))
				throw new StorageError(
					pick(["unavailable", "quota_exceeded", "denied"]),
					"hostile",
				);
			if (state.isHostile && chance(12))
				throw StorageError.conflict(name, expected, expected + 1);
			const revision = await good.write(name, text, expected);
			await tick();
			if (state.isHostile && chance(12))
				throw new StorageError("unavailable", "hostile: but stored");
			return revision;
		},
	};
}

async function storedIn(good) {
	const { text } = await good.read("list");
	const store = TodoStore.fromCheckpoint(text);
	keepsRules(store);
	return store;
}

const counts = { acknowledged: 0, refused: 0, lost: 0 };

async function oneList(count) {
	const good = memoryStorage();
	const storage = hostileStorage(good);
	const added = new Set();
	const removed = new Set();
	const writers = [];
	for (let writer = 0; writer < count; writer++) {
		const store = new TodoStore({ maxTodos: 1000 });
		for (;;) {
			try {
				const saved = await persist(store, storage, "list", {
					onError: () => {},
					onConflict: () => {},
				});
				writers.push({ writer, store, saved });
				break;
			} catch (error) {
				assert.ok(error instanceof StorageError, error.stack);
			}
		}
	}
	for (let step = 0; step < 25; step++) {
		const { writer, store, saved } = pick(writers);
		const content = `writer ${writer}, step ${step}`;
		const todo = store.size > 0 ? pick(store.getAll()) : undefined;
		const tried = [];
		switch (todo ? below(6) : 0) {
			case 1:
				store.complete(todo.id);
				break;
			case 2:
				removed.add(todo.content);
				store.remove(todo.id);
				break;
			case 3:
				store.getNextTodo();
				break;
			default:
				store.addMultiple([content]);
				tried.push(content);
		}
		// Not always waited for: bursts.
		if (chance(3)) continue;
		try {
			await saved.flushed();
			for (const content of contents(store)) added.add(content);
			counts.acknowledged += tried.length;
			// At this very moment, and not when the storage has come to its senses.
			const there = await storedIn(good);
			for (const content of tried)
				if (!contents(there).includes(content) && !removed.has(content))
					assert.fail(`acknowledged and not stored: ${content}`);
			there.free();
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			counts.refused += 1;
			await saved.retry().catch(() => {});
		}
	}
	storage.state.isHostile = false;
	// What was under way at that moment may still be refused, and a retry of it returns that.
	for (const { saved } of writers)
		await saved.retry().catch((error) => {
			assert.ok(error instanceof StorageError, error.stack);
		});
	for (let round = 0; round < 2; round++)
		for (const { saved } of writers) await saved.refresh();
	const [first, ...others] = writers.map(({ store }) => keepsRules(store).xml);
	for (const other of others) assert.equal(other, first);
	const there = await storedIn(good);
	assert.equal(there.getXml(), first);
	for (const content of added)
		if (!removed.has(content) && !contents(there).includes(content))
			assert.fail(`lost: ${content}`);
	there.free();
	for (const { saved, store } of writers) {
		await saved.stop();
		store.free();
	}
}

test("one writer over a hostile storage", { timeout: 1_200_000 }, () =>
	again("one writer", 50, 72, () => oneList(1)),
);

test("three writers until all are equal", { timeout: 1_200_000 }, async () => {
	await again("three writers", 40, 108, () => oneList(3));
	console.log(`hostile: storages: ${JSON.stringify(counts)}`);
});

/** What a text says of each todo, by key. */
function aspectsIn(text) {
	const store = TodoStore.fromCheckpoint(text);
	const aspects = new Map(
		store
			.getAll()
			.map(({ key, content, status }) => [key, { content, status }]),
	);
	store.free();
	return aspects;
}

/**
 * A writer over a storage that loses acknowledgements. Whenever it writes, everything that others stored upon a write of its own that
 * it had no answer to must be in the text, but for what it has changed itself since.
 */
async function lossyWriter(name, good, log) {
	const writer = {
		store: new TodoStore({ maxTodos: 1000 }),
		/** Its latest write, if that was stored without an answer, and the keys of what it changed since. */
		lost: undefined,
	};
	const storage = {
		read: (list) => good.read(list),
		async write(list, text, expected) {
			const writing = { text, touched: new Set() };
			writer.writing = writing;
			const before = (await good.read(list))?.text;
			const fate = log.isHostile ? below(6) : 9;
			// It never arrives.
			if (fate === 0) throw new StorageError("unavailable", "before");
			const revision = await good.write(list, text, expected);
			const { lost } = writer;
			writer.lost = undefined;
			if (lost) {
				const [mine, there, now] = [lost.text, before, text].map(aspectsIn);
				for (const key of new Set([...mine.keys(), ...there.keys()]))
					for (const aspect of ["presence", "content", "status"]) {
						const of = (aspects) =>
							aspect === "presence"
								? aspects.has(key)
								: aspects.get(key)?.[aspect];
						const isOthers =
							of(mine) !== of(there) &&
							(aspect === "presence" || there.has(key));
						if (!isOthers || lost.touched.has(key) || of(now) === of(there))
							continue;
						log.undone.push(
							`${name} undid the ${aspect} of ${key}: it had stored ${of(mine)}, then others ${of(there)}, and its retry ${of(now)}`,
						);
					}
				log.checked += 1;
			}
			if (fate > 2) return revision;
			writer.lost = writing;
			log.lost += 1;
			throw new StorageError("unavailable", "stored, and not answered");
		},
	};
	writer.saved = await persist(writer.store, storage, "list", {
		onError: () => {},
		onConflict: () => {},
	});
	/** Notes what it changes itself. */
	writer.touch = (key) => {
		writer.lost?.touched.add(key);
		writer.writing?.touched.add(key);
	};
	return writer;
}

test("a retry undoes nothing that others stored upon the write that it repeats", {
	timeout: 1_200_000,
}, async () => {
	const log = { isHostile: true, lost: 0, checked: 0, undone: [] };
	await again("lost acknowledgements", 200, 240, async () => {
		log.isHostile = true;
		const good = memoryStorage();
		const writers = [];
		for (const name of ["A", "B", "C"])
			writers.push(await lossyWriter(name, good, log));
		for (let step = 0; step < 16; step++) {
			const { store, saved, touch } = pick(writers);
			const todo = store.size > 0 ? pick(store.getAll()) : undefined;
			const edits = todo ? below(3) + 1 : 1;
			for (let edit = 0; edit < edits; edit++) {
				const act =
					todo && store.getAll().some(({ key }) => key === todo.key)
						? below(6)
						: 0;
				if (act > 1) touch(todo.key);
				if (act === 2) store.complete(todo.key);
				else if (act === 3) store.reopen(todo.key);
				else if (act === 4)
					store.edit(todo.key, { content: `step ${step}.${edit}` });
				else if (act === 5) store.remove(todo.key);
				else store.addMultiple([`new in step ${step}.${edit}`]);
			}
			if (chance(4)) continue;
			await (chance(3) ? saved.refresh() : saved.retry()).catch(() => {});
		}
		log.isHostile = false;
		// What was under way may still be refused.
		for (const { saved } of writers) await saved.retry().catch(() => {});
		for (let round = 0; round < 2; round++)
			for (const { saved } of writers) await saved.refresh();
		const [first, ...others] = writers.map(
			({ store }) => keepsRules(store).xml,
		);
		for (const other of others) assert.equal(other, first);
		assert.deepEqual(log.undone, []);
		for (const { saved, store } of writers) {
			await saved.stop();
			store.free();
		}
	});
	assert.ok(log.lost > 0 && log.checked > 0);
	console.log(`hostile: storages: ${JSON.stringify(log)}`);
});
