// Storages that fail, delay, conflict for no reason, and store and say that they did not; one writer, or three that share one. What was
// acknowledged is stored, a retry undoes nothing that others stored upon the write that it repeats, and when the storage has come to
// its senses all have the same list.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, memoryStorage, persist, TodoStore } from "agent-todos";
import { StorageError } from "../../node_modules/agent-todos/storage/contract.js";
import { contents } from "../setup/lists.mjs";
import { again, randomness } from "../setup/random.mjs";
import { keepsRules } from "./rules.mjs";

await init();
const { below, chance, pick } = randomness("storages", 52841455);

const counts = { acknowledged: 0, refused: 0, unanswered: 0, checked: 0 };

/** What a text says of each todo, by key. */
function aspectsIn(text) {
	const store = TodoStore.fromCheckpoint(text);
	const aspects = new Map(
		store
			.getAll()
			.map(({ key, content, status }) => [
				key,
				{ presence: true, content, status },
			]),
	);
	store.free();
	return aspects;
}

/** What others stored upon a write that was not answered, and the text that came next does not have. `touched` are the writer's own keys. */
function undoneBy({ text, touched }, there, next) {
	const [mine, others, now] = [text, there, next].map(aspectsIn);
	const undone = [];
	for (const key of new Set([...mine.keys(), ...others.keys()]))
		for (const aspect of ["presence", "content", "status"]) {
			const [was, is, will] = [mine, others, now].map(
				(aspects) => aspects.get(key)?.[aspect],
			);
			const isTheirs = was !== is && (aspect === "presence" || others.has(key));
			// Of two todos in progress one goes back.
			if (isTheirs && is !== "doing" && !touched.has(key) && will !== is)
				undone.push(`the ${aspect} of ${key}: ${was}, then ${is}, now ${will}`);
		}
	counts.checked += 1;
	return undone;
}

/** A writer over a storage in front of a good one, which is hostile while `mood` is; `mood.undone` hears what its retries undo. */
async function openWriter(good, mood, name) {
	const writer = { name, store: new TodoStore({ maxTodos: 1000 }) };
	/** The latest write, and the one before if it was stored without an answer: their texts, and the keys of what was changed since. */
	let latest, unanswered;
	const tick = async () => {
		for (let turns = below(4); turns > 0; turns--)
			await new Promise((go) => setImmediate(go));
	};
	const isNow = (one) => mood.isHostile && chance(one);
	const fail = (message, ...codes) => {
		throw new StorageError(pick(["unavailable", ...codes]), message);
	};
	const storage = {
		async read(list) {
			await tick();
			if (isNow(8)) fail("hostile");
			return good.read(list);
		},
		async write(list, text, expected) {
			const writing = { text, touched: new Set() };
			latest = writing;
			await tick();
			if (isNow(8)) fail("hostile", "quota_exceeded", "denied");
			if (isNow(12)) throw StorageError.conflict(list, expected, expected + 1);
			const there = (await good.read(list))?.text;
			const revision = await good.write(list, text, expected);
			if (unanswered) mood.undone.push(...undoneBy(unanswered, there, text));
			unanswered = undefined;
			await tick();
			if (!isNow(6)) return revision;
			unanswered = writing;
			counts.unanswered += 1;
			fail("hostile: but stored");
		},
	};
	/** Notes what it changes itself. */
	writer.touch = (key) => {
		for (const writing of [latest, unanswered]) writing?.touched.add(key);
	};
	const quiet = { onError: () => {}, onConflict: () => {} };
	while (!writer.saved)
		try {
			writer.saved = await persist(writer.store, storage, "list", quiet);
		} catch (error) {
			refused(error);
		}
	return writer;
}

function refused(error) {
	assert.ok(error instanceof StorageError, error.stack);
	counts.refused += 1;
}

async function storedIn(good) {
	const store = TodoStore.fromCheckpoint((await good.read("list")).text);
	const { xml } = keepsRules(store);
	const there = { xml, contents: contents(store) };
	store.free();
	return there;
}

/** So many writers change one list. */
async function oneList(count) {
	const good = memoryStorage();
	const mood = { isHostile: true, undone: [] };
	const writers = [];
	for (let n = 0; n < count; n++)
		writers.push(await openWriter(good, mood, `writer ${n}`));
	const acknowledged = new Set();
	/** What somebody has removed or written anew may be gone. */
	const changed = new Set();
	const lostOf = (texts, there) =>
		[...texts].filter(
			(text) => !there.contents.includes(text) && !changed.has(text),
		);

	for (let step = 0; step < 25; step++) {
		const { name, store, saved, touch } = pick(writers);
		for (let edit = below(3); edit >= 0; edit--) {
			const todo = store.size > 0 ? pick(store.getAll()) : undefined;
			const text = `${name}, step ${step}.${edit}`;
			const act = todo ? below(9) : 0;
			if (act < 4) store.addMultiple([text]);
			else if (act === 4) {
				const next = store.getNextTodo();
				if (next) touch(next.key);
			} else {
				touch(todo.key);
				if (act === 5) store.complete(todo.key);
				else if (act === 6) store.reopen(todo.key);
				else {
					for (const gone of [todo.content, text]) changed.add(gone);
					if (act === 7) store.edit(todo.key, { content: text });
					else store.remove(todo.key);
				}
			}
		}
		// Not always waited for: bursts.
		if (chance(3)) continue;
		try {
			const texts = contents(store);
			await (chance(4) ? saved.refresh() : saved.flushed());
			if (!saved.isStored) continue;
			for (const text of texts) acknowledged.add(text);
			counts.acknowledged += texts.length;
			// At this very moment, and not when the storage has come to its senses.
			assert.deepEqual(lostOf(texts, await storedIn(good)), []);
		} catch (error) {
			refused(error);
			if (chance(2)) await saved.retry().catch(refused);
		}
	}
	mood.isHostile = false;
	// What was under way at that moment may still be refused, and a retry of it returns that.
	for (const { saved } of writers) await saved.retry().catch(refused);
	for (let round = 0; round < 2; round++)
		for (const { saved } of writers) await saved.refresh();
	const there = await storedIn(good);
	for (const { store } of writers)
		assert.equal(keepsRules(store).xml, there.xml);
	assert.deepEqual([...lostOf(acknowledged, there), ...mood.undone], []);
	for (const { saved, store } of writers) {
		await saved.stop();
		store.free();
	}
}

for (const [count, times, seconds] of [
	[1, 50, 72],
	[3, 240, 348],
])
	test(`writers over a hostile storage: ${count}`, {
		timeout: 1_200_000,
	}, async () => {
		const { checked } = counts;
		await again(`${count} writers`, times, seconds, () => oneList(count));
		assert.ok(counts.checked > checked, "no retry met what had been stored");
		console.log(`hostile: storages: ${JSON.stringify(counts)}, 0 lost`);
	});
