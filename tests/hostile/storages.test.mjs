// Storages that fail, delay, conflict for no reason, and store and say that they did not; one
// writer, or three that share one. What was acknowledged is stored, a retry undoes nothing that
// others stored upon the write that it repeats, and when the storage has come to its senses all
// have the same list.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	init,
	memoryStorage,
	persist,
	StorageError,
	TodoStore,
} from "agent-todos";
import fc from "fast-check";
import { tries } from "../tools/full.mjs";
import { contents } from "../tools/lists.mjs";
import { keepsRules } from "./rules.mjs";

await init();
const turns = fc.nat(3);
/**
 * What goes wrong with one access to a storage: nothing in two of three. `turns` of the event loop
 * pass before it and after it.
 */
const access = fc.record({
	fault: fc.oneof(
		{ weight: 24, arbitrary: fc.constant("none") },
		{
			weight: 4,
			arbitrary: fc.constantFrom("unavailable", "quota_exceeded", "denied"),
		},
		{ weight: 3, arbitrary: fc.constant("conflict") },
		{ weight: 6, arbitrary: fc.constant("stored, but no answer") },
	),
	turns: fc.tuple(turns, turns),
});
const calm = { fault: "none", turns: [0, 0] };

const edit = fc.record({
	act: fc.constantFrom(
		"add",
		"add",
		"add",
		"add",
		"next",
		"complete",
		"reopen",
		"edit",
		"remove",
	),
	place: fc.nat(),
});
/**
 * What one of the writers does: edits, and then it may wait until they are stored, or look what
 * others have stored.
 */
const step = fc.record({
	writer: fc.nat(2),
	edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
	ends: fc.constantFrom("at once", "stored", "stored", "refreshed"),
	retries: fc.boolean(),
});
const history = fc.record({
	steps: fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
	accesses: fc.array(access, { maxLength: 150, size: "max" }),
});

const wait = async (turns) => {
	for (; turns > 0; turns--) await new Promise((go) => setImmediate(go));
};

const counts = { acknowledged: 0, refused: 0, unanswered: 0, checked: 0 };

/** Returns what a text says of each todo, by key. */
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

/**
 * Returns what others stored upon a write that was not answered, and the text that came next does
 * not have. `touched` are the writer's own keys.
 */
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

/**
 * Returns a writer over a storage in front of a good one, which is hostile while `mood` is;
 * `mood.undone` hears what its retries undo.
 */
async function openWriter(good, mood, name) {
	const writer = { name, store: new TodoStore({ maxTodos: 1000 }) };
	/**
	 * The latest write, and the one before if it was stored without an answer: their texts, and the
	 * keys of what was changed since.
	 */
	let latest, unanswered;
	const fail = (code) => {
		throw new StorageError(code, "hostile");
	};
	const storage = {
		async read(list) {
			const { fault, turns } = mood.next();
			await wait(turns[0]);
			if (fault === "unavailable") fail(fault);
			return good.read(list);
		},
		async write(list, text, expected) {
			const { fault, turns } = mood.next();
			const writing = { text, touched: new Set() };
			latest = writing;
			await wait(turns[0]);
			if (fault === "conflict")
				throw StorageError.conflict(list, expected, expected + 1);
			const isStored = fault === "none" || fault === "stored, but no answer";
			if (!isStored) fail(fault);
			const there = (await good.read(list))?.text;
			const revision = await good.write(list, text, expected);
			if (unanswered) mood.undone.push(...undoneBy(unanswered, there, text));
			unanswered = undefined;
			await wait(turns[1]);
			if (fault === "none") return revision;
			unanswered = writing;
			counts.unanswered += 1;
			fail("unavailable");
		},
	};
	/** Notes what it changes itself. */
	writer.touch = (key) => {
		for (const writing of [latest, unanswered]) writing?.touched.add(key);
	};
	const quiet = { onError: () => {}, onConflict: () => {} };
	while (!writer.saved)
		try {
			writer.saved = await persist(writer.store, storage, {
				name: "list",
				...quiet,
			});
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
async function oneList(count, { steps, accesses }) {
	const good = memoryStorage();
	const left = [...accesses];
	const mood = { undone: [], next: () => left.shift() ?? calm };
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

	for (const [at, { writer, edits, ends, retries }] of steps.entries()) {
		const { name, store, saved, touch } = writers[writer % count];
		for (const [place, edit] of edits.entries())
			carryOut(edit, `${name}, step ${at}.${place}`, { store, touch, changed });
		// Not always waited for: bursts.
		if (ends === "at once") continue;
		try {
			const texts = contents(store);
			await (ends === "refreshed" ? saved.refresh() : saved.flushed());
			if (!saved.isStored) continue;
			for (const text of texts) acknowledged.add(text);
			counts.acknowledged += texts.length;
			// At this very moment, and not when the storage has come to its senses.
			assert.deepEqual(lostOf(texts, await storedIn(good)), []);
		} catch (error) {
			refused(error);
			if (retries) await saved.retry().catch(refused);
		}
	}
	left.length = 0;
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

/** One edit of a writer. Notes the keys that it touches, and the texts that it changes. */
function carryOut({ act, place }, text, { store, touch, changed }) {
	const todo = store.getAll()[place % store.size];
	if (act === "add" || todo === undefined) {
		store.addMultiple([text]);
		return;
	}
	if (act === "next") {
		const next = store.getNextTodo();
		if (next) touch(next.key);
		return;
	}
	touch(todo.key);
	if (act === "edit" || act === "remove")
		for (const gone of [todo.content, text]) changed.add(gone);
	if (act === "edit") store.edit(todo.key, { content: text });
	else store[act](todo.key);
}

for (const [count, times, seconds] of [
	[1, 100, 72],
	[3, 400, 348],
])
	test(`writers over a hostile storage: ${count}`, {
		timeout: 1_200_000,
	}, async () => {
		const { checked } = counts;
		const property = fc.asyncProperty(history, (history) =>
			oneList(count, history),
		);
		await fc.assert(property, tries(times, seconds));
		assert.ok(counts.checked > checked, "no retry met what had been stored");
		console.log(`hostile: storages: ${JSON.stringify(counts)}, 0 lost`);
	});
