// `--database`: lists and tasks in PostgreSQL. A call reads the row of its list or of its user,
// changes it and writes it back; nothing is kept between two calls, so any number of processes
// serve one database.

import type { TodoStorage } from "../../storage/contract.js";
import type { PostgresStorage } from "../../storage/postgres.js";
import { StartError } from "../start-error.js";
import type { Log } from "./log.js";

export interface DatabaseOptions {
	readonly url: string;
	/** How many connections to open at most. */
	readonly connections: number;
	/** Creates the tables instead of serving. */
	readonly migrate: boolean;
}

type Postgres = typeof import("../../storage/postgres.js");

/**
 * Opens the storage in a database. `notify` is whether somebody may watch what is written. If the
 * database cannot be reached now, that is logged, and calls fail until it can. Throws a
 * `StartError` for a fault that does not pass by itself.
 */
export async function openDatabase(
	{ postgresStorage }: Postgres,
	{ url, connections }: DatabaseOptions,
	notify: boolean,
	log: Log,
): Promise<PostgresStorage> {
	const storage = openStorage(() =>
		postgresStorage({ connectionString: url, max: connections }, { notify }),
	);
	try {
		await storage.check();
	} catch (error) {
		if (!passes(error))
			throw new StartError(`--database: ${describeError(error)}`);
		log(
			`${describeError(error)}; serving anyway: calls fail until it can be reached`,
			{
				level: "warn",
			},
		);
	}
	return storage;
}

/** A `StartError` says what is wrong with the address. */
function openStorage(open: () => PostgresStorage): PostgresStorage {
	try {
		return open();
	} catch (error) {
		throw new StartError(`--database: ${(error as Error).message}`);
	}
}

/**
 * Creates the tables or brings them up to date. Throws a `StartError` when that is not possible.
 */
export async function migrateDatabase(
	{ postgresStorage }: Postgres,
	{ url }: DatabaseOptions,
	log: Log,
): Promise<void> {
	const storage = openStorage(() => postgresStorage(url));
	try {
		log(`the tables have version ${await storage.migrate()}`);
	} catch (error) {
		throw new StartError(`--migrate: ${describeError(error)}`);
	} finally {
		await storage.stop();
	}
}

/**
 * Returns the storage with a log of its errors. If it cannot report writes, it is this process's
 * alone, and this reports them.
 */
export function observe(
	{ read, write, watch }: TodoStorage,
	log: Log,
): TodoStorage & { readonly watch: NonNullable<TodoStorage["watch"]> } {
	const watchers = new Set<() => void>();
	const logError = async <T>(call: Promise<T>): Promise<T> => {
		try {
			return await call;
		} catch (error) {
			const { code } = error as { code?: string };
			// The call is tried again.
			if (code !== "conflict")
				log(describeError(error), { level: "error", code });
			throw error;
		}
	};
	return {
		read: (name) => logError(read(name)),
		async write(name, ...rest) {
			const revision = await logError(write(name, ...rest));
			for (const listener of watchers) listener();
			return revision;
		},
		watch:
			watch ??
			((_, onWrite) => {
				const listener = () => onWrite();
				watchers.add(listener);
				return () => watchers.delete(listener);
			}),
	};
}

/**
 * Returns an error's message with that of PostgreSQL or the network, which only the log may
 * contain.
 */
export function describeError(error: unknown): string {
	const { message, cause } = error as Error;
	const { errors: [first] = [cause] } = (cause ?? {}) as { errors?: unknown[] };
	const detail = (first as Error | undefined)?.message;
	return detail === undefined ? message : `${message} (${detail})`;
}

/**
 * Returns whether an error passes by itself: the database cannot be reached, is starting, or has no
 * connection left.
 */
function passes(error: unknown): boolean {
	const { code, cause } = error as { code?: string; cause?: unknown };
	const { severity, code: sqlState = "" } = (cause ?? {}) as {
		severity?: string;
		code?: string;
	};
	return (
		code === "unavailable" &&
		cause !== undefined &&
		(severity === undefined || /^(?:57P|53)/.test(sqlState))
	);
}
