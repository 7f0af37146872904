// What decides how many texts PostgreSQL stores a second: NOTIFY, and how much of each page stays free. In turns, so that all meet the
// same machine. `npm run build`, then `node tests/bench/postgres.mjs`.

import { postgresStorage } from "agent-todos/storage/postgres";
import pg from "pg";
import { installPostgres, startPostgres } from "../setup/postgres.mjs";

const names = 2_000;
const rounds = 6;
const writesPerRound = 1_500;
/** About ten tasks. */
const text = "x".repeat(900);

installPostgres();
const server = await startPostgres();
try {
	const client = new pg.Client(server.url);
	await client.connect();
	for (const [what, atOnce] of [
		["one after another", 1],
		["16 at once", 16],
	]) {
		const storages = [true, false].map((notify) =>
			postgresStorage({ connectionString: server.url, max: 16 }, { notify }),
		);
		await storages[0].migrate();
		const times = [0, 0];
		for (let round = 0; round < rounds; round++)
			for (const place of round % 2 ? [0, 1] : [1, 0])
				times[place] += await written(storages[place], atOnce);
		const [on, off] = times.map((time) => (rounds * writesPerRound) / time);
		console.log(
			`${what}: ${on.toFixed(0)} writes a second with NOTIFY, ${off.toFixed(0)} without: ${(off / on).toFixed(2)} times`,
		);
		for (const storage of storages) await storage.close();
	}
	for (const fillfactor of [100, 90, 70, 50]) {
		await client.query(
			`TRUNCATE agent_todos; ALTER TABLE agent_todos SET (fillfactor = ${fillfactor})`,
		);
		await client.query(
			"INSERT INTO agent_todos SELECT 'name ' || n, 1, $1 FROM generate_series(1, $2::int) AS n",
			[text, names],
		);
		await client.query("VACUUM ANALYZE agent_todos");
		await client.query("SELECT pg_stat_reset()");
		const storage = postgresStorage({ connectionString: server.url, max: 16 });
		await written(storage, 16);
		await storage.close();
		// A connection reports its counts when it ends, or a while later.
		for (;;) {
			const { rows } = await client.query(
				"SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot, pg_relation_size('agent_todos')::int AS bytes FROM pg_stat_user_tables WHERE relname = 'agent_todos'",
			);
			const { updates, hot, bytes } = rows[0];
			if (updates < writesPerRound) continue;
			console.log(
				`fillfactor ${fillfactor}: ${((100 * hot) / updates).toFixed(0)} % of updates stay in their page, ${(bytes / names).toFixed(0)} bytes a row`,
			);
			break;
		}
	}
	await client.end();
} finally {
	await server.stop();
}

/** Writes texts under random names, so many at once, and returns the seconds that it took. */
async function written(storage, atOnce) {
	const start = performance.now();
	let left = writesPerRound;
	await Promise.all(
		Array.from({ length: atOnce }, async (_, writer) => {
			while (left-- > 0) {
				// Each writer has names of its own: no conflicts.
				const n =
					Math.floor((Math.random() * names) / atOnce) * atOnce + writer;
				const name = `name ${(n % names) + 1}`;
				const { revision } = (await storage.read(name)) ?? { revision: 0 };
				await storage.write(name, text, revision);
			}
		}),
	);
	return (performance.now() - start) / 1000;
}
