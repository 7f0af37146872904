// Storages that fail, delay, conflict for no reason, and store and say that they did not; three writers that share one. What was acknowledged is stored, and when the storage has come to its senses all three have the same list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { init, persist, TodoStore } from "agent-todos";
import { memoryStorage } from "agent-todos/storage/memory";
import { StorageError } from "../../node_modules/agent-todos/storage.js";
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

const contents = (store) => store.getAll().map(({ content }) => content);

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
