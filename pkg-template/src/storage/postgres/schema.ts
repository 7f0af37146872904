// The tables and how they came to be. A version is a number in the table `agent_todos_schema`; each
// entry of `migrations` leads from the version before it to its own.

/** The channel of `NOTIFY`; the payload is the revision, a space and the name. */
export const channel = "agent_todos";

/** The key of an advisory lock: a number that no other program is likely to use. */
const migrationLock = 4_721_950_318;

const migrations = [
	// To partition the table, create it beforehand. Keys are compared byte by byte, so that the index
	// stays valid when the system's collations change.
	`CREATE TABLE IF NOT EXISTS agent_todos (
		name text COLLATE "C" PRIMARY KEY,
		revision bigint NOT NULL CHECK (revision > 0),
		text text NOT NULL,
		updated_at timestamptz NOT NULL DEFAULT now()
	)`,
];

/** The version of the tables that this package reads and writes. */
export const version = migrations.length;

/**
 * Migrates completely or not at all, one process at a time: one statement, as a pool may run each
 * on another connection.
 */
export const migrationSql = `
DO $migration$
DECLARE
	there integer;
BEGIN
	PERFORM pg_advisory_xact_lock(${migrationLock});
	CREATE TABLE IF NOT EXISTS agent_todos_schema (
		version integer NOT NULL,
		is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
	);
	SELECT coalesce(max(version), 0) INTO there FROM agent_todos_schema;
	IF there > ${version} THEN
		RETURN;
	END IF;
	${migrations.map((step, place) => `IF there <= ${place} THEN ${step}; END IF;`).join("\n")}
	-- Fails if another program made a table of this name.
	PERFORM name, revision, text, updated_at FROM agent_todos LIMIT 0;
	IF there < ${version} THEN
		INSERT INTO agent_todos_schema (version) VALUES (${version})
		ON CONFLICT (is_only) DO UPDATE SET version = ${version};
	END IF;
END $migration$`;
