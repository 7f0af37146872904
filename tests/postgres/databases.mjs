// PostgreSQL for the tests of a file, a database for each test, and storages in it that end with
// the test.

import { after } from "node:test";
import { postgresStorage } from "agent-todos/storage/postgres";
import pg from "pg";
import { startPostgres } from "../tools/postgres.mjs";

let made = 0;

/** Returns a server for the tests of one file, or for one test. */
export async function postgres(options, t = { after }) {
	const server = await startPostgres(options);
	t.after(() => server.stop());
	return server;
}

/** Runs statements as the superuser. */
export async function sql(url, ...statements) {
	const client = new pg.Client(url);
	await client.connect();
	try {
		let result;
		for (const statement of statements) result = await client.query(statement);
		return result.rows;
	} finally {
		await client.end();
	}
}

/** Returns the address of a new database, with the tables in it unless told otherwise. */
export async function emptyDatabase(server, { migrate = true } = {}) {
	made += 1;
	const name = `test_${made}`;
	await sql(server.url, `CREATE DATABASE ${name}`);
	const url = server.url.replace(/\/\w+$/, `/${name}`);
	if (!migrate) return url;
	const storage = postgresStorage(url);
	await storage.migrate();
	await storage.stop();
	return url;
}

/** Returns a storage in a database as it is. */
export function connected(t, url, options) {
	const storage = postgresStorage(url, options);
	t.after(() => storage.stop());
	return storage;
}

/** Returns a client of PostgreSQL's own. */
export async function clientOf(t, url) {
	const client = new pg.Client(url);
	await client.connect();
	t.after(() => client.end());
	return client;
}

/** Returns a storage in a database, with its tables. */
export async function opened(t, url, options) {
	const storage = connected(t, { connectionString: url, max: 4 }, options);
	await storage.migrate();
	return storage;
}
