// What is wrong with a database is reported as what it is, changes nothing, and is over when it has
// been mended.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { postgresStorage } from "agent-todos/storage/postgres";
import pg from "pg";
import { programPatience } from "../../www/browsers/patience.mjs";
import { freePort } from "../tools/free-port.mjs";
import { until } from "../tools/until.mjs";
import {
	clientOf,
	connected,
	emptyDatabase,
	opened,
	postgres,
	sql,
} from "./databases.mjs";

const server = await postgres();

/** Returns all that is stored in a database, as the superuser reads it. */
const everything = (url) => sql(url, "SELECT * FROM agent_todos ORDER BY name");

/**
 * Reads and writes, expects both to be refused, and nothing to have changed. `reads` is whether
 * reading works all the same.
 */
async function refuses(
	storage,
	url,
	{ code, message },
	{ reads = false } = {},
) {
	const before = await everything(url);
	const expected = (error) => {
		assert.equal(error.name, "StorageError");
		assert.equal(error.code, code, error.message);
		assert.match(error.message, message);
		// A model may be shown the message, so what it names is in the cause.
		assert.doesNotMatch(error.message, /127\.0\.0\.1|admin|password"|test_/);
		return true;
	};
	if (reads) assert.equal((await storage.read("list")).text, "a");
	else await assert.rejects(storage.read("list"), expected);
	await assert.rejects(storage.write("list", "b", 1), expected);
	await assert.rejects(storage.write("another list", "b", 0), expected);
	await assert.rejects(storage.check(), expected);
	assert.deepEqual(await everything(url), before);
}

/** Returns a database with a list in it, of an owner that is no superuser. */
async function withList() {
	const url = await emptyDatabase(server);
	const storage = postgresStorage(url);
	await storage.write("list", "a", 0);
	await storage.stop();
	return url;
}

const as = (t, url, user, password) => {
	const address = new URL(url);
	address.username = user;
	address.password = password;
	return connected(t, address.href);
};

test("a wrong password, and a user that does not exist", async (t) => {
	const url = await withList();
	for (const user of ["admin", "nobody"])
		await refuses(as(t, url, user, "wrong"), url, {
			code: "denied",
			message: /the user or the password is wrong.*; nothing was stored$/,
		});
});

test("a user without the right to read or write", async (t) => {
	const url = await withList();
	await sql(
		url,
		"CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
		"CREATE ROLE reader LOGIN PASSWORD 'reader'",
		"GRANT SELECT ON agent_todos, agent_todos_schema TO reader",
	);
	const right = { code: "denied", message: /GRANT it the right; nothing was/ };
	const clerk = as(t, url, "clerk", "clerk");
	await refuses(clerk, url, right);
	await assert.rejects(clerk.migrate(), right);
	const reader = as(t, url, "reader", "reader");
	assert.equal((await reader.read("list")).text, "a");
	await assert.rejects(reader.write("list", "b", 1), right);
	// Granted, it may serve, though it may create no table.
	await sql(
		url,
		"GRANT SELECT, INSERT, UPDATE ON agent_todos TO clerk",
		"GRANT SELECT ON agent_todos_schema TO clerk",
	);
	assert.equal(await clerk.write("list", "b", 1), 2);
	await clerk.check();
});

test("no tables, no database, tables of somebody else", async (t) => {
	const url = await emptyDatabase(server, { migrate: false });
	const storage = connected(t, url);
	const missing = {
		code: "unavailable",
		message:
			/tables are missing: call migrate\(\), or run agent-todos mcp with --migrate; nothing was stored$/,
	};
	await assert.rejects(storage.read("list"), missing);
	await assert.rejects(storage.write("list", "a", 0), missing);
	await assert.rejects(storage.check(), missing);
	assert.deepEqual(
		await sql(url, "SELECT 1 FROM pg_class WHERE relname LIKE 'agent_todos%'"),
		[],
	);
	await sql(url, "CREATE TABLE agent_todos (id int)");
	await assert.rejects(storage.read("list"), missing);
	await sql(url, "DROP TABLE agent_todos");
	await storage.migrate();
	assert.equal(await storage.write("list", "a", 0), 1);

	// Dropped under a process that serves.
	await sql(url, "DROP TABLE agent_todos");
	await assert.rejects(storage.read("list"), missing);
	await assert.rejects(storage.write("list", "b", 1), missing);
	await sql(url, "CREATE TABLE agent_todos (id int, name text)");
	await assert.rejects(storage.write("list", "b", 0), {
		code: "unavailable",
		message: /was not made here/,
	});

	const nowhere = connected(t, url.replace(/\w+$/, "nowhere"));
	await assert.rejects(nowhere.read("list"), {
		code: "unavailable",
		message: /there is no such database/,
	});
});

test("tables of a newer version, also under a process that serves", async (t) => {
	const url = await withList();
	const storage = await opened(t, url);
	assert.equal((await storage.read("list")).text, "a");
	const newer = {
		code: "newer_version",
		message:
			/have version 2, and this package knows 1: update agent-todos; nothing was/,
	};
	await sql(url, "UPDATE agent_todos_schema SET version = 2");
	await refuses(storage, url, newer);
	await assert.rejects(storage.migrate(), newer);
	await sql(url, "UPDATE agent_todos_schema SET version = 0");
	await refuses(storage, url, {
		code: "unavailable",
		message: /have version 0, and this package needs 1: call migrate/,
	});
	await sql(url, "UPDATE agent_todos_schema SET version = 1");
	assert.equal(await storage.write("list", "b", 1), 2);
});

test("a migration that fails leaves nothing behind", async (t) => {
	const url = await emptyDatabase(server, { migrate: false });
	const storage = connected(t, url);
	// The table cannot come to be: an index has its name.
	await sql(
		url,
		"CREATE TABLE other (id int)",
		"CREATE INDEX agent_todos ON other (id)",
	);
	await assert.rejects(storage.migrate(), {
		code: "unavailable",
		message: /was not made here/,
	});
	assert.deepEqual(
		await sql(url, "SELECT to_regclass('agent_todos_schema') AS found"),
		[{ found: null }],
	);
	await sql(url, "DROP INDEX agent_todos");
	assert.equal(await storage.migrate(), 1);
	assert.equal(await storage.write("list", "a", 0), 1);
});

test("a database that is down, and comes back", async (t) => {
	const url = await withList();
	const storage = await opened(t, url);
	await storage.read("list");
	const away = {
		code: "unavailable",
		message: /cannot be reached|starting or stopping/,
	};
	await server.kill();
	for (let n = 0; n < 6; n++) {
		await assert.rejects(storage.read("list"), away);
		await assert.rejects(storage.write("list", "b", 1), away);
	}
	await server.start();
	assert.equal((await storage.read("list")).text, "a");
	assert.equal(await storage.write("list", "b", 1), 2);

	const nobody = connected(t, { host: "127.0.0.1", port: await freePort() });
	const error = await nobody.read("list").catch((error) => error);
	assert.equal(
		`${error.code}: ${error.message}`,
		"unavailable: PostgreSQL: the database cannot be reached, or does not answer; nothing was stored",
	);
	assert.match(error.cause.message, /ECONNREFUSED 127\.0\.0\.1/);
});

test("a database that does not answer in time", async (t) => {
	const url = await withList();
	const storage = connected(t, {
		connectionString: url,
		query_timeout: 1000,
	});
	// Its connection and what it asks first have as long.
	assert.equal((await storage.read("list")).text, "a");
	const client = await clientOf(t, url);
	await client.query("BEGIN");
	await client.query(
		"SELECT 1 FROM agent_todos WHERE name = 'list' FOR UPDATE",
	);
	await assert.rejects(storage.write("list", "b", 1), {
		code: "unavailable",
		message: /whether a write was stored is unknown: read it again$/,
	});
	await client.query("COMMIT");
	const patient = connected(t, url);
	assert.ok(["a", "b"].includes((await patient.read("list")).text));
});

/** Resolves with a client, or with undefined if the server has no connection left. */
async function freed(url) {
	const client = new pg.Client(url);
	try {
		await client.connect();
		return client;
	} catch (error) {
		// https://www.postgresql.org/docs/current/errcodes-appendix.html: too_many_connections
		if (error.code !== "53300") throw error;
		return undefined;
	}
}

test("postgresStorage leaves no connection open", async (t) => {
	const settings = { max_connections: 5, superuser_reserved_connections: 3 };
	const crowded = await postgres({ settings }, t);
	await sql(
		crowded.url,
		"CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
		"GRANT CREATE ON SCHEMA public TO clerk",
	);
	const url = crowded.url.replace(/admin:[^@]*/, "clerk:clerk");
	const storage = postgresStorage(url);
	await storage.migrate();
	await storage.stop();
	// The server still counts a connection that was closed a moment ago.
	const clients = [];
	while (clients.length < 2)
		clients.push(await until("no connection is free", () => freed(url)));
	const late = postgresStorage(url);
	await assert.rejects(late.read("list"), {
		code: "unavailable",
		message: /no connection left/,
	});
	for (const client of clients) await client.end();
	await until("no connection is free again", async () => {
		const found = await late.read("list").catch(({ code }) => code);
		if (found !== null) assert.equal(found, "unavailable");
		return found === null;
	});
	await late.stop();
});

test("a replica, and one that becomes the primary", async (t) => {
	const primary = await postgres({ settings: { wal_level: "replica" } }, t);
	const written = connected(t, primary.url);
	await written.migrate();
	await written.write("list", "a", 0);
	const replica = await postgres({ from: primary }, t);
	const storage = connected(t, replica.url);
	await refuses(
		storage,
		replica.url,
		{
			code: "denied",
			message:
				/can only be read, as a replica can: connect to the primary; nothing was stored$/,
		},
		{ reads: true },
	);
	// Failover, as an operator or Patroni does it.
	await primary.kill();
	const seconds = Math.ceil(programPatience / 1000);
	assert.deepEqual(
		await sql(replica.url, `SELECT pg_promote(true, ${seconds}) AS is_done`),
		[{ is_done: true }],
	);
	assert.equal(await storage.write("list", "b", 1), 2);
	await storage.check();
});

/**
 * Returns whether a file system of a few megabytes can be mounted for one process and those below
 * it.
 */
function whyNoSmallDisk() {
	if (process.getuid?.() !== 0) return "only root can mount a small disk";
	try {
		execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], {
			stdio: "ignore",
		});
		return false;
	} catch {
		return "no disk can be mounted here";
	}
}

test("a full disk, and room again", { skip: whyNoSmallDisk() }, async (t) => {
	// The tables are on a disk of their own, in a mount namespace that ends with the server.
	const wrap = (command, { uid, gid }, folder) => {
		const disk = join(folder, "disk");
		mkdirSync(disk, { recursive: true });
		const mount = `mount -t tmpfs -o size=24m,uid=${uid},gid=${gid},mode=700 tmpfs "${disk}"`;
		const user = `setpriv --reuid ${uid} --regid ${gid} --clear-groups`;
		const script = `${mount} && exec ${user} "$0" "$@"`;
		return ["unshare", "-m", "sh", "-c", script, ...command];
	};
	const small = await postgres({ wrap }, t);
	await sql(
		small.url,
		`CREATE TABLESPACE small LOCATION '${join(small.folder, "disk")}'`,
		"CREATE DATABASE small TABLESPACE small",
	);
	const url = small.url.replace(/\w+$/, "small");
	const storage = connected(t, url);
	await storage.migrate();
	await storage.write("list", "a", 0);
	await sql(url, "CREATE TABLE filler (bytes text)");
	for (const bytes of [1_000_000, 8_000])
		await assert.rejects(
			async () => {
				for (;;)
					await sql(
						url,
						`INSERT INTO filler SELECT string_agg(md5(random()::text), '') FROM generate_series(1, ${bytes / 32})`,
					);
			},
			{ code: "53100" },
		);
	const before = await everything(url);
	// Nothing that PostgreSQL could compress.
	const random = () => randomBytes(250_000).toString("base64");
	const full = {
		code: "quota_exceeded",
		message: /the disk of the database is full; nothing was stored$/,
	};
	await assert.rejects(storage.write("list", random(), 1), full);
	await assert.rejects(storage.write("another list", random(), 0), full);
	assert.deepEqual(await everything(url), before);
	assert.equal((await storage.read("list")).text, "a");
	await sql(url, "DROP TABLE filler", "CHECKPOINT");
	const text = random();
	assert.equal(await storage.write("list", text, 1), 2);
	assert.equal((await storage.read("list")).text, text);
});

test("a connection that ends at once fails the call alone", async (t) => {
	// What a starting PostgreSQL sends that is killed: that it is ready, and in the same packet that
	// it goes.
	const message = (type, body) => {
		const length = Buffer.alloc(4);
		length.writeInt32BE(body.length + 4);
		return Buffer.concat([Buffer.from(type), length, body]);
	};
	const ending = Buffer.concat([
		message("R", Buffer.alloc(4)),
		message("Z", Buffer.from("I")),
		message("E", Buffer.from("SFATAL\0C57P02\0Mthe server crashed\0\0")),
	]);
	const database = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => socket.end(ending));
	});
	await new Promise((resolve) => database.listen(0, "127.0.0.1", resolve));
	t.after(() => database.close());
	const { port } = database.address();
	const storage = postgresStorage(`postgres://a@127.0.0.1:${port}/a`);
	t.after(() => storage.stop());
	await assert.rejects(storage.read("list"), {
		name: "StorageError",
		code: "unavailable",
	});
});
