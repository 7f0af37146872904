// What PostgreSQL and the network report, as a `StorageError` that says what to do.
// The codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

import type { StorageErrorCode } from "../contract.js";
import { StorageError } from "../contract.js";

const foreign =
	"something named agent_todos or agent_todos_schema is there that was not made here: use another schema";

/** By code, or by the first two or three characters of codes. */
const meanings: Record<string, [StorageErrorCode, string]> = {
	"28": ["denied", "the user or the password is wrong, or may not connect"],
	"42501": ["denied", "the user may not do this: GRANT it the right"],
	"25006": [
		"denied",
		"the database can only be read, as a replica can: connect to the primary",
	],
	"42P01": [
		"unavailable",
		"the tables are missing: call migrate(), or run agent-todos mcp with --migrate",
	],
	"42703": ["unavailable", foreign],
	"42809": ["unavailable", foreign],
	"53100": ["quota_exceeded", "the disk of the database is full"],
	"53300": [
		"unavailable",
		"the database has no connection left: raise max_connections, or lower the pool's max",
	],
	"22P05": [
		"unavailable",
		"the database cannot hold this text: its encoding must be UTF8",
	],
	"57P": ["unavailable", "the database is starting or stopping: try again"],
	"3D": ["unavailable", "there is no such database: create it"],
};

/**
 * Returns the error for tables of another version than `known`; `there` is 0 where they have none.
 */
export function makeVersionError(
	there: number,
	known: number,
	consequence: string,
): StorageError {
	return there > known
		? new StorageError(
				"newer_version",
				`PostgreSQL: the tables have version ${there}, and this package knows ${known}: update agent-todos; ${consequence}`,
			)
		: new StorageError(
				"unavailable",
				`PostgreSQL: the tables have version ${there}, and this package needs ${known}: call migrate(), or run agent-todos mcp with --migrate; ${consequence}`,
			);
}

/**
 * Returns the error for what was thrown. `consequence` ends the message. The message has no address
 * and no name, as a model may read it; `cause` has those.
 */
export function toStorageError(
	error: unknown,
	consequence: string,
): StorageError {
	if (error instanceof StorageError) return error;
	const { code = "", message = "" } = error as {
		code?: string;
		message?: string;
	};
	// The client's own error for a missing password has no code.
	const isPassword = code === "" && /password/i.test(message);
	const [meaning, what] = meanings[isPassword ? "28" : code] ??
		meanings[code.slice(0, 3)] ??
		meanings[code.slice(0, 2)] ?? [
			"unavailable",
			/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E")
				? `it failed with SQLSTATE ${code}`
				: "the database cannot be reached, or does not answer",
		];
	return new StorageError(meaning, `PostgreSQL: ${what}; ${consequence}`, {
		cause: error,
	});
}

/**
 * Returns whether a statement may have been carried out although it failed: the connection was
 * lost, or the server was shut down, before it answered.
 */
export function isUnknown(error: unknown): boolean {
	if (error instanceof StorageError) return false;
	const { severity, code = "" } = error as {
		severity?: string;
		code?: string;
	};
	return severity === undefined || /^(?:08|57P|40003)/.test(code);
}
