// PostgreSQL without `pg`: the driver `postgres`, PGlite, and a proxy in front of a pool. The entry
// bundles where `pg` is not installed.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { init, persist, TodoStore } from "agent-todos";
import { postgresStorage } from "agent-todos/storage/postgres";
import { build } from "esbuild";
import pg from "pg";
import { install, printed } from "../packaging/npm-project.mjs";
import { makeProject } from "../packaging/project.mjs";
import { emptyDatabase, postgres } from "../postgres/databases.mjs";
import { emptyFolder } from "../tools/folder.mjs";
import { slowTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";
import { storageConformance } from "./conformance.mjs";

await init();
const server = await postgres();

/** Passes the tests of a storage with a driver, and a write is reported to those who listen. */
async function assertStores(t, queries) {
	const storage = postgresStorage(queries);
	assert.equal(storage.watch, undefined);
	assert.equal(await storage.migrate(), 1);
	assert.equal(await storage.migrate(), 1);
	await storage.check();
	for (const { name, run } of storageConformance(() =>
		postgresStorage(queries),
	))
		await t.test(name, run);
	const store = new TodoStore();
	const list = await persist(store, storage, { name: "ann" });
	store.add("Find a kettle");
	await list.stop();
	assert.match((await storage.read("ann")).text, /Find a kettle/);
	await storage.stop();
}

test("a proxy that has nothing but query(): two processes, and one of pg listens", async (t) => {
	const url = await emptyDatabase(server, { migrate: false });
	const pool = new pg.Pool({ connectionString: url, max: 4 });
	t.after(() => pool.end());
	const proxy = { query: (text, values) => pool.query(text, values) };
	await assertStores(t, proxy);
	const listening = postgresStorage(pool);
	t.after(() => listening.stop());
	const heard = [];
	listening.watch("bob", (revision) => heard.push(revision));
	await until("the watch has begun", () => heard.length > 0);
	await postgresStorage(proxy).write("bob", "a", 0);
	await until("the write is reported", () => heard.includes(1));
});

slowTest("the driver postgres", async (t) => {
	const folder = install(t, { postgres: "3.4.9" });
	const { default: connect } = await importFrom(folder, "postgres");
	const url = await emptyDatabase(server, { migrate: false });
	const sql = connect(url, { max: 4, onnotice: () => {} });
	t.after(() => sql.end());
	await assertStores(t, {
		query: async (text, values) => ({ rows: await sql.unsafe(text, values) }),
	});
});

slowTest("PGlite", async (t) => {
	const folder = install(t, { "@electric-sql/pglite": "0.5.17" });
	const { PGlite } = await importFrom(folder, "@electric-sql/pglite");
	const database = new PGlite();
	t.after(() => database.close());
	await assertStores(t, database);
});

const importFrom = (folder, name) =>
	import(pathToFileURL(createRequire(join(folder, "x.js")).resolve(name)).href);

for (const [format, file] of [
	["esm", "bundle.mjs"],
	["cjs", "bundle.cjs"],
])
	test(`it bundles without pg, as ${format}, and says so where pg is needed`, async (t) => {
		const folder = makeProject(`postgres-${format}`, "agent-todos", {});
		const contents = `
			import { postgresStorage } from "agent-todos/storage/postgres";
			const storage = postgresStorage({ query: async () => ({ rows: [{ version: 1, revision: "1", text: "a" }] }) });
			storage.read("a").then((read) => {
				console.log(JSON.stringify(read));
				try {
					postgresStorage("postgres://localhost/todos");
				} catch ({ code, message }) {
					console.log(code, message);
				}
			});`;
		const { outputFiles } = await build({
			stdin: { contents, resolveDir: folder },
			bundle: true,
			format,
			platform: "node",
			write: false,
			logLevel: "error",
		});
		// Far from the pg of this repository.
		const outside = emptyFolder(t);
		assert.equal(
			printed(outside, file, outputFiles[0].text),
			'{"text":"a","revision":1}\nunavailable pg is missing: npm install pg@8 beside agent-todos, or pass a Pool, or an object with query(text, values)',
		);
	});
