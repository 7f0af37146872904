// The tables and how they came to be. A version is a number in the table `agent_todos_schema`; each entry of `migrations` leads
// from the version before it to its own.

import type { ClientBase } from "pg";
import { makeVersionError } from "./error-codes.js";

/** The channel of `NOTIFY`; the payload is the revision, a space and the name. */
export const channel = "agent_todos";

/** The key of an advisory lock: a number that no other program is likely to use. */
const lock = 4_721_950_318;

const migrations = [
	// To partition the table, create it beforehand. Keys are compared byte by byte, so that the index stays valid
	// when the system's collations change.
	`CREATE TABLE IF NOT EXISTS agent_todos (
		name text COLLATE "C" PRIMARY KEY,
		revision bigint NOT NULL CHECK (revision > 0),
		text text NOT NULL,
		updated_at timestamptz NOT NULL DEFAULT now()
	)`,
];

/** The version of the tables that this package reads and writes. */
export const version = migrations.length;

/** Migrates completely or not at all, one process at a time. */
export async function migrate(client: ClientBase): Promise<void> {
	await client.query("BEGIN");
	try {
		await client.query("SELECT pg_advisory_xact_lock($1)", [lock]);
		await client.query(`CREATE TABLE IF NOT EXISTS agent_todos_schema (
			version integer NOT NULL,
			is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
		)`);
		const { rows } = await client.query<{ version: number }>(
			"SELECT version FROM agent_todos_schema",
		);
		const there = rows[0]?.version ?? 0;
		if (there > version)
			throw makeVersionError(there, version, "nothing was changed");
		for (const step of migrations.slice(there)) await client.query(step);
		// Fails if another program made a table of this name.
		await client.query(
			"SELECT name, revision, text, updated_at FROM agent_todos LIMIT 0",
		);
		if (there < version)
			await client.query(
				`INSERT INTO agent_todos_schema (version) VALUES ($1)
				ON CONFLICT (is_only) DO UPDATE SET version = $1`,
				[version],
			);
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}
