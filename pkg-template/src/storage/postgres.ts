// `agent-todos/storage/postgres`: texts in a table of PostgreSQL, for Node. Any number of processes
// on any number of machines share them. Replication, failover and backups are PostgreSQL's own.
//
// A write is one statement that compares the revision and changes the row, so no transaction stays
// open between two round trips and no lock outlives a killed process. Every statement also reads
// the version of the tables, so a process that an update of the tables has left behind stops at
// once.

import type { Client, Pool, PoolClient, PoolConfig } from "pg";
import { expectBoolean } from "../arguments/options.js";
import type { StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";
import { readOptions } from "./options.js";
import {
	isUnknown,
	makeVersionError,
	toStorageError,
} from "./postgres/error-codes.js";
import { escapeText, makeNameKey, unescapeText } from "./postgres/escape.js";
import { WriteListener } from "./postgres/listener.js";
import { requirePg } from "./postgres/pg.js";
import { channel, migrationSql, version } from "./postgres/schema.js";
import type { OnWrite } from "./watchers.js";

/** The options of `postgresStorage`. */
interface PostgresStorageOptions {
	/**
	 * Whether each write notifies those who watch its name (`NOTIFY`). Default true. PostgreSQL
	 * commits only one notifying transaction at a time, so if nobody watches, false allows more
	 * writes per second. Then the storage has no `watch`. All programs on a database must agree on
	 * it.
	 */
	readonly notify?: boolean | undefined;
}

/**
 * What runs one statement on a connection of its own choice: a pool, a proxy, or a function around
 * a driver.
 */
interface PostgresQueries {
	/**
	 * Runs a statement with the values of its parameters `$1`, `$2` and so on. Rejects if it fails.
	 */
	query(
		text: string,
		values?: unknown[],
	): Promise<{
		/** The rows, as objects by the names of their columns. */
		readonly rows: readonly object[];
	}>;
}

/** A storage in a PostgreSQL database. */
export interface PostgresStorage extends TodoStorage, AsyncDisposable {
	/**
	 * Creates the tables or updates them, and resolves with their version. Does nothing if they are
	 * up to date. Several processes may call it at once. It needs the right to create tables, which
	 * reading and writing do not need.
	 *
	 * Rejects with a `StorageError`, and then nothing has changed: `newer_version` if a newer version
	 * of this package made the tables.
	 */
	migrate(): Promise<number>;
	/**
	 * Resolves if texts can be read and written now. Rejects with a `StorageError` that says why not:
	 * `denied` for a read-only replica, for example.
	 */
	check(): Promise<void>;
	/**
	 * Closes the connections after the calls that are under way. A pool that the host passed in stays
	 * open. `await using` does the same.
	 */
	stop(): Promise<void>;
}

/**
 * Returns a storage in a database, given as a connection string, the options of a `Pool` of `pg`, a
 * `Pool`, or anything else with `query(text, values)`, such as PGlite, a proxy, or a function
 * around another driver. Names and texts are in the table `agent_todos`, which `migrate()` creates.
 * Connections are opened when they are first needed, and again after they are lost. The first
 * watched name uses one more connection.
 *
 * A string and options need the package `pg`, which is looked for when they are passed; in a
 * bundle, pass a `Pool`. What only has `query` cannot be listened on: its writes notify others, and
 * the storage itself has no `watch`.
 *
 * By default, a call waits at most 10 seconds for a connection and 30 seconds for an answer, and
 * idle connections do not keep the program alive.
 *
 * Throws a `StorageError` (`invalid_argument`) for any other argument and for an unknown option,
 * and (`unavailable`) if `pg` is needed and missing.
 *
 * @example
 * ```ts
 * import { type PostgresStorage, postgresStorage } from "agent-todos/storage/postgres";
 *
 * const storage: PostgresStorage = postgresStorage("postgres://localhost/todos", { notify: false }); // connects when first used
 * // await storage.migrate(); then await persist(store, storage)
 * await storage.stop();
 *
 * const query = async (text: string, values?: unknown[]) => ({ rows: [] }); // of your driver: sql.unsafe(text, values)
 * console.log(postgresStorage({ query }).watch); // → undefined
 * ```
 */
export function postgresStorage(
	database: string | PoolConfig | Pool | PostgresQueries,
	options: PostgresStorageOptions = {},
): PostgresStorage {
	const { notify } = readOptions(options, "postgresStorage()", {
		notify: [expectBoolean, true],
	});
	const { queries, pool, isOwn } = openDatabase(database);
	const listener =
		pool && new WriteListener(() => new pool.Client(pool.options), channel);

	async function run(
		text: string,
		values: readonly unknown[] = [],
	): Promise<readonly QueryRow[]> {
		try {
			const { rows } = await queries.query(text, [...values]);
			return rows as readonly QueryRow[];
		} catch (error) {
			throw toStorageError(
				error,
				isUnknown(error)
					? "whether a write was stored is unknown: read it again"
					: "nothing was stored",
			);
		}
	}

	/** Runs one statement whose first column is the version of the tables. */
	async function ask(
		text: string,
		values: readonly unknown[],
	): Promise<QueryRow> {
		const [row] = await run(text, values);
		if (row?.version === version) return row;
		throw makeVersionError(row?.version ?? 0, version, "nothing was stored");
	}

	async function stop(): Promise<void> {
		await listener?.stop();
		if (isOwn && !pool?.ended) await pool?.end();
	}

	return {
		async read(name) {
			return readRow(await ask(readSql, [makeNameKey(name)]));
		},
		async write(name, text, expectedRevision) {
			const key = makeNameKey(name);
			const { revision } = await ask(writeSql(expectedRevision === 0, notify), [
				key,
				escapeText(text),
				...(expectedRevision === 0 ? [] : [expectedRevision]),
			]);
			if (revision !== null) return Number(revision);
			const there = readRow(await ask(readSql, [key]));
			throw StorageError.conflict(name, expectedRevision, there?.revision ?? 0);
		},
		async names() {
			const rows = await run(namesSql);
			// Of a name that was shortened only the beginning is known.
			return rows
				.map(({ text }) => ({ key: text, name: unescapeText(text ?? "") }))
				.filter(({ key, name }) => makeNameKey(name) === key)
				.map(({ name }) => name);
		},
		...(notify &&
			listener && {
				watch: (name: string, onWrite: OnWrite) =>
					listener.watch(makeNameKey(name), onWrite),
			}),
		async migrate() {
			await run(migrationSql);
			// Tables of a newer version stay as they are.
			await ask(checkSql, []);
			return version;
		},
		async check() {
			const { isReadOnly } = await ask(checkSql, []);
			if (isReadOnly)
				throw toStorageError({ code: readOnlyCode }, "nothing was stored");
		},
		stop,
		[Symbol.asyncDispose]: stop,
	};
}

const ignore = () => {};

/** A pool of `pg`, with the class of its clients. */
type PgPool = Pool & { readonly Client: new (options: object) => Client };

/** Returns the statements of a pool of `pg`. */
const makeQueries = (pool: PgPool): PostgresQueries => ({
	async query(text, values) {
		let client: PoolClient;
		try {
			client = await takeConnection(pool);
		} catch (error) {
			throw toStorageError(error, "nothing was stored");
		}
		try {
			const result = await client.query(text, values);
			client.off("error", ignore);
			client.release();
			return result;
		} catch (error) {
			// The connection is dropped: after a failover, a new one may lead to the primary.
			client.release(true);
			throw error;
		}
	},
});

/**
 * Takes a connection of a pool. One that is lost fails its statement, and reports an error besides,
 * which nobody needs. The server may end it in the packet that opens it, so a listener must be
 * there before a promise could resolve.
 */
function takeConnection(pool: Pool): Promise<PoolClient> {
	return new Promise((resolve, reject) => {
		pool.connect((error, client) => {
			if (client === undefined) return reject(error);
			client.on("error", ignore);
			resolve(client);
		});
	});
}

/** What a statement returns: its own columns beside the version. */
interface QueryRow {
	readonly version: number;
	/** A `bigint`, which pg returns as text. */
	readonly revision: string | null;
	readonly text: string | null;
	readonly isReadOnly: boolean;
}

function readRow({ revision, text }: QueryRow): StoredText | null {
	return revision === null || text === null
		? null
		: { text: unescapeText(text), revision: Number(revision) };
}

const readOnlyCode = "25006";

const namesSql = "SELECT name AS text FROM agent_todos";

const checkSql =
	"SELECT version, current_setting('transaction_read_only')::boolean AS \"isReadOnly\" FROM agent_todos_schema";

const readSql = `
SELECT version, revision, text
FROM agent_todos_schema LEFT JOIN agent_todos ON name = $1`;

/**
 * Returns the statement that compares, changes and notifies. It changes nothing in tables of
 * another version.
 */
function writeSql(isFirst: boolean, notify: boolean): string {
	const change = isFirst
		? `INSERT INTO agent_todos (name, revision, text)
   SELECT $1, 1, $2 FROM tables WHERE version = ${version}
   ON CONFLICT (name) DO NOTHING`
		: `UPDATE agent_todos SET revision = revision + 1, text = $2, updated_at = now()
   WHERE name = $1 AND revision = $3 AND (SELECT version FROM tables) = ${version}`;
	const notifySql = notify
		? `, CASE WHEN revision IS NOT NULL THEN pg_notify('${channel}', revision || ' ' || $1) END`
		: "";
	return `
WITH tables AS MATERIALIZED (SELECT version FROM agent_todos_schema),
written AS (${change} RETURNING revision)
SELECT version, revision${notifySql} FROM tables LEFT JOIN written ON true`;
}

interface OpenedDatabase {
	readonly queries: PostgresQueries;
	/** Unless it is what only has `query`. */
	readonly pool?: PgPool;
	readonly isOwn?: true;
}

function openDatabase(
	database: string | PoolConfig | Pool | PostgresQueries,
): OpenedDatabase {
	if (typeof database === "object" && database !== null) {
		if (isPool(database))
			return { queries: makeQueries(database), pool: database };
		if (hasQuery(database)) return { queries: database };
		return openPool(database as PoolConfig);
	}
	if (typeof database === "string" && database !== "")
		return openPool({ connectionString: database });
	throw new StorageError(
		"invalid_argument",
		"postgresStorage() must be called with a connection string, the options of a Pool of pg, a Pool, or an object with query(text, values)",
	);
}

type DatabaseSource = PoolConfig | Pool | PostgresQueries;

/** A configuration has no methods. */
const hasQuery = (database: DatabaseSource): database is PostgresQueries =>
	typeof (database as Partial<PostgresQueries>).query === "function";

/** Accepts a pool of another copy of `pg`, too. */
const isPool = (database: DatabaseSource): database is PgPool =>
	hasQuery(database) &&
	typeof (database as Partial<PgPool>).connect === "function" &&
	typeof (database as Partial<PgPool>).Client === "function";

function openPool(config: PoolConfig): OpenedDatabase {
	const { Client, Pool } = requirePg();
	try {
		// Throws for a wrong address, which a pool reads only when it connects.
		new Client(config);
		const pool = new Pool({
			application_name: "agent-todos",
			connectionTimeoutMillis: 10_000,
			query_timeout: 30_000,
			// Detects within half a minute that a machine is gone.
			keepAlive: true,
			keepAliveInitialDelayMillis: 10_000,
			allowExitOnIdle: true,
			...config,
		}) as PgPool;
		// An idle connection that is lost is replaced when the next one is needed.
		pool.on("error", ignore);
		return { queries: makeQueries(pool), pool, isOwn: true };
	} catch (error) {
		throw new StorageError(
			"invalid_argument",
			`postgresStorage(): ${(error as Error).message}`,
			{ cause: error },
		);
	}
}
