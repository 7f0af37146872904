// What a call costs does not depend on how many users there are: the same calls on a small table
// and on a large one, in turns.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { init, taskStorage } from "agent-todos/tasks";
import { emptyDatabase, opened, postgres, sql } from "./databases.mjs";
import { samples, shared_buffers, sizes } from "./scale.mjs";

await init();
// As of a machine that is meant for so much: the table fits.
const settings = { shared_buffers, max_wal_size: "8GB" };
const server = await postgres({ settings });

const tasksEach = 10;

/** Users with tasks, as a TaskStore's checkpoint has them. */
const fill = (users) => `
INSERT INTO agent_todos (name, revision, text)
SELECT 'tasks/u' || n, 1, '["agent-todos/tasks",1,["u' || n || '",' || (
	SELECT string_agg('["task_' || md5(n || ' ' || m) || '","task ' || m || ' of many that there are",' || '"medium",false,null]', ',')
	FROM generate_series(1, ${tasksEach}) AS m WHERE n IS NOT NULL
) || ']]'
FROM generate_series(0, ${users - 1}) AS n`;

test(`${sizes[1]} users cost what ${sizes[0]} cost`, async (t) => {
	const tables = [];
	for (const users of sizes) {
		const url = await emptyDatabase(server);
		await sql(url, fill(users), "VACUUM ANALYZE agent_todos", "CHECKPOINT");
		const [{ bytes, index }] = await sql(
			url,
			"SELECT pg_relation_size('agent_todos')::float8 AS bytes, pg_relation_size('agent_todos_pkey')::float8 AS index",
		);
		console.log(
			`postgres: ${users} users with ${tasksEach} tasks each: ${(bytes / users).toFixed(0)} bytes of table and ${(index / users).toFixed(0)} of index for each, ${((bytes + index) / 1e6).toFixed(0)} MB`,
		);
		const tasks = taskStorage(await opened(t, url, { notify: false }));
		assert.equal((await tasks.list("u7")).length, tasksEach);
		tables.push({ url, users, tasks });
	}
	/** In turns, so that both meet the same machine. */
	const measure = async ({ users, tasks, times }) => {
		const user = `u${randomInt(users)}`;
		const timed = async (what, call) => {
			const start = performance.now();
			const result = await call();
			times[what].push(performance.now() - start);
			return result;
		};
		await timed("list", () => tasks.list(user));
		const { id } = await timed("add", () =>
			tasks.add(user, { title: "one more" }),
		);
		await timed("delete", () => tasks.delete(user, id));
	};
	const begin = (table) =>
		Object.assign(table, { times: { list: [], add: [], delete: [] } });
	// The first fifty of each warm it up.
	for (const table of tables.map(begin))
		for (let n = 0; n < 50; n++) await measure(table);
	tables.forEach(begin);
	for (let n = 0; n < samples; n++)
		for (const table of n % 2 ? tables : [...tables].reverse())
			await measure(table);

	const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
	const [small, large] = tables;
	for (const what of Object.keys(small.times)) {
		const [few, many] = [median(small.times[what]), median(large.times[what])];
		console.log(
			`postgres: ${what}: median ${few.toFixed(2)} ms with ${small.users} users, ${many.toFixed(2)} ms with ${large.users}: ${(many / few).toFixed(2)} times`,
		);
	}
	// The medians are figures of the pages. What holds on a machine of any speed are the pages of the
	// table.

	const pages = await Promise.all(
		tables.map(async ({ url, users }) => {
			const [row] = await sql(
				url,
				`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
				SELECT version, revision, text FROM agent_todos_schema LEFT JOIN agent_todos ON name = 'tasks/u${users >> 1}'`,
			);
			const { Plan } = row["QUERY PLAN"][0];
			return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
		}),
	);
	console.log(`postgres: a read touches ${pages.join(" and ")} pages`);
	// An index of a million names is one page deeper, or two.
	assert.ok(pages[1] <= pages[0] + 2, `${pages}`);
});
