// The storage in a real PostgreSQL: the contract, the tables, who hears of a write, and what is
// reported when something is wrong.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, persist, StorageError, TodoStore } from "agent-todos";
import { postgresStorage } from "agent-todos/storage/postgres";
import pg from "pg";
import { deletionTests } from "../storages/apps/deletion.js";
import { storageConformance } from "../storages/conformance.mjs";
import { until } from "../tools/until.mjs";
import { clientOf, emptyDatabase, opened, postgres } from "./databases.mjs";

await init();
const server = await postgres();

for (const notify of [true, false])
	test(`the contract of a storage, ${notify ? "with" : "without"} NOTIFY`, async (t) => {
		const url = await emptyDatabase(server);
		const storages = await Promise.all(
			Array.from({ length: 4 }, () => opened(t, url, { notify })),
		);
		let next = 0;
		const open = () => storages[next++ % storages.length];
		const tests = [...storageConformance(open), ...deletionTests(open)];
		for (const { name, run } of tests) await t.test(name, run);
	});

test("postgresStorage takes any string as a name and any text, lone surrogates too", async (t) => {
	const storage = await opened(t, await emptyDatabase(server));
	const unlucky = ["\u2400", "\u24000;", "\u24002400;", "a\u2400b;", "\0;"];
	const names = [
		"\ud800",
		"\ud800\ud800",
		"\ufffd",
		"a".repeat(2_700),
		"b".repeat(800),
		"b".repeat(801),
		"b".repeat(100_000),
		"é".repeat(800),
		"🙂".repeat(400),
		"🙂".repeat(401),
		// A digest instead of the rest: no other name is that.
		`${"b".repeat(100)}\u2400`,
		...unlucky,
	];
	for (const [n, name] of names.entries())
		assert.equal(await storage.write(name, `text ${n}`, 0), 1, name);
	for (const [n, name] of names.entries())
		assert.deepEqual(await storage.read(name), {
			text: `text ${n}`,
			revision: 1,
		});
	for (const [n, text] of ["\ud800 \udfff", ...unlucky].entries()) {
		await storage.write("letters", text, n);
		assert.equal((await storage.read("letters")).text, text);
	}
});

test("texts in PostgreSQL can be read in SQL as they were written", async (t) => {
	const url = await emptyDatabase(server);
	const storage = await opened(t, url);
	const store = new TodoStore();
	store.addMultiple(["50 % off, “now”"]);
	await (await persist(store, storage, { name: "shop/ann's list" })).stop();
	const client = await clientOf(t, url);
	const { rows } = await client.query(
		"SELECT name, revision, text, now() - updated_at < '1 hour' AS is_recent FROM agent_todos",
	);
	assert.equal(rows.length, 1);
	const [{ text, ...row }] = rows;
	assert.deepEqual(row, {
		name: "shop/ann's list",
		revision: "1",
		is_recent: true,
	});
	// What is kept with a list comes after it: who wrote it last.
	const written = JSON.parse(store.checkpoint({ maxSnapshots: 100 }));
	assert.deepEqual(JSON.parse(text).slice(0, written.length), written);
});

test("migrate() may be called by many processes at once, and again", async (t) => {
	const url = await emptyDatabase(server, { migrate: false });
	const storages = Array.from({ length: 8 }, () => postgresStorage(url));
	t.after(() => Promise.all(storages.map((storage) => storage.stop())));
	assert.deepEqual(
		new Set(await Promise.all(storages.map((storage) => storage.migrate()))),
		new Set([1]),
	);
	await storages[0].write("list", "a", 0);
	assert.equal(await storages[1].migrate(), 1);
	assert.equal((await storages[2].read("list")).text, "a");
});

test("a table that is there in partitions is taken as it is", async (t) => {
	const url = await emptyDatabase(server, { migrate: false });
	const client = await clientOf(t, url);
	await client.query(`CREATE TABLE agent_todos (
		name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, text text NOT NULL,
		updated_at timestamptz NOT NULL DEFAULT now()
	) PARTITION BY HASH (name)`);
	for (const part of [0, 1, 2, 3])
		await client.query(
			`CREATE TABLE agent_todos_${part} PARTITION OF agent_todos FOR VALUES WITH (MODULUS 4, REMAINDER ${part})`,
		);
	const storage = await opened(t, url);
	for (const { name, run } of storageConformance(() => storage))
		await t.test(name, run);
	const { rows } = await client.query(
		"SELECT tableoid::regclass::text AS part, count(*)::int FROM agent_todos GROUP BY 1",
	);
	assert.equal(rows.length, 4, JSON.stringify(rows));
});

test("postgresStorage(pool) uses the host's pool and leaves it open", async (t) => {
	const pool = new pg.Pool({
		connectionString: await emptyDatabase(server),
		max: 2,
	});
	t.after(() => pool.end());
	const storage = postgresStorage(pool);
	await storage.migrate();
	await storage.write("list", "a", 0);
	await storage.stop();
	assert.equal(
		(await pool.query("SELECT text FROM agent_todos")).rows[0].text,
		"a",
	);
});

test("watch() of postgresStorage reports every write of its name and no other", async (t) => {
	const url = await emptyDatabase(server);
	const [ours, theirs] = [await opened(t, url), await opened(t, url)];
	const heard = watched(ours, "list");
	const others = watched(ours, "list ");
	// Once it listens: something may have been missed until then.
	await Promise.all([heard.until(undefined), others.until(undefined)]);
	for (let revision = 0; revision < 5; revision++)
		await (revision % 2 ? ours : theirs).write("list", "a", revision);
	await assert.rejects(theirs.write("list", "b", 1), { code: "conflict" });
	await theirs.write("list ", "c", 0);
	await others.until(1);
	assert.deepEqual(heard.all, [undefined, 1, 2, 3, 4, 5]);
	assert.deepEqual(others.all, [undefined, 1]);
	heard.stop();
	await theirs.write("list", "a", 5);
	await theirs.write("list ", "c", 1);
	await others.until(2);
	assert.equal(heard.all.at(-1), 5);
});

test("a storage that does not notify cannot be watched", async (t) => {
	const storage = await opened(t, await emptyDatabase(server), {
		notify: false,
	});
	assert.equal(storage.watch, undefined);
});

test("a connection that listens is opened again after it was lost, and whoever watches is called", async (t) => {
	const url = await emptyDatabase(server);
	const [ours, theirs] = [await opened(t, url), await opened(t, url)];
	const heard = watched(ours, "list");
	await heard.until(undefined);
	await theirs.write("list", "a", 0);
	await heard.until(1);
	const client = await clientOf(t, url);
	await client.query(
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
	);
	await heard.until(undefined, 2);
	await theirs.write("list", "b", 1);
	await heard.until(2);
});

test("postgresStorage() refuses wrong arguments", () => {
	for (const database of [undefined, null, 3, "", () => {}])
		assert.throws(() => postgresStorage(database), {
			name: "StorageError",
			code: "invalid_argument",
		});
	for (const options of [{ notify: "yes" }, { Notify: false }, { table: "a" }])
		assert.throws(() => postgresStorage("postgres://", options), {
			name: "StorageError",
			code: "invalid_argument",
		});
	assert.ok(new StorageError("denied", "") instanceof Error);
});

/** Returns what a watcher is called with, in order. */
function watched(storage, name) {
	const all = [];
	const stop = storage.watch(name, (revision) => all.push(revision));
	return {
		all,
		stop,
		/** Waits until it was called with this so many times. */
		until: (revision, times = 1) =>
			until(
				() => `${revision} of "${name}" was not heard: ${all}`,
				() => all.filter((one) => one === revision).length >= times,
			),
	};
}
