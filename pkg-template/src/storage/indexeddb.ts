// `agent-todos/storage/indexeddb`: texts in IndexedDB, for pages, extension pages, workers and
// service workers. All contexts of an origin share them.
//
// Chromium may lose a database when it is killed in the middle of a write. The torn record at the
// end of LevelDB's log does no harm yet, but the next start appends to it, and the one after that
// finds a wrong checksum and deletes everything (https://github.com/google/leveldb/issues/1287). So
// in Chromium, which has storage buckets, each text has a copy in a bucket, which is another
// LevelDB. The copy is written after the first text, and never while any context writes a first
// text. So a kill tears only one of them, and it is restored from the other.

import type { DBSchema, IDBPDatabase } from "idb";
import { wrap } from "idb";
import { expectText } from "../arguments/options.js";
import { answerWithin } from "../arguments/timing.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";
import { WriteChannel } from "./indexeddb/write-channel.js";
import { readOptions } from "./options.js";
import { withStorageErrors } from "./with-storage-errors.js";

/** The options of `indexedDbStorage`. */
interface IndexedDbStorageOptions {
	/**
	 * The name of the database, which nothing else should use. Default `"agent-todos"`. Chromium has
	 * a second database of that name in the storage bucket `agent-todos`, and each is restored from
	 * the other. To delete everything, delete both while no list is written.
	 */
	readonly database?: string | undefined;
}

interface Schema extends DBSchema {
	lists: { key: string; value: StoredText; indexes: { revision: number } };
}
type TodosDatabase = IDBPDatabase<Schema>;

/** As much of https://wicg.github.io/storage-buckets/ as is used here. */
interface StorageBuckets {
	open(
		name: string,
		options: { durability: "strict" },
	): Promise<{ readonly indexedDB: IDBFactory }>;
}

/**
 * Returns a storage in a database of IndexedDB, which is opened when it is first used. Each write
 * is one transaction, so no other write can come between its comparison and its change. It resolves
 * when the browser has it on the disk, in Chromium in both databases. Each write is reported to
 * those who watch its name in any context of the origin (a `BroadcastChannel`).
 *
 * Throws a `StorageError` (`invalid_argument`) if the name is not a string.
 *
 * @example
 * ```ts
 * import { init, persist, TodoStore } from "agent-todos";
 * import { indexedDbStorage } from "agent-todos/storage/indexeddb";
 *
 * await init();
 * const store = new TodoStore();
 * const persistence = await persist(store, indexedDbStorage({ database: "my-app" }));
 * store.addMultiple(["Find a kettle"]);
 * await persistence.flushed();
 * console.log((await window.indexedDB.databases()).some(({ name }) => name === "my-app")); // → true
 * ```
 */
export function indexedDbStorage(
	options: IndexedDbStorageOptions = {},
): TodoStorage {
	const { database } = readOptions(options, "indexedDbStorage()", {
		database: [expectText, "agent-todos"],
	});
	let opened: Promise<Databases> | undefined;
	const channel = new WriteChannel(database);

	/**
	 * Opens both once, and again if that failed, if the browser closed one of them, or if one was
	 * deleted.
	 */
	function open(): Promise<Databases> {
		if (opened) return opened;
		let opening: Promise<Databases> | undefined;
		const forget = () => {
			if (opened === opening) opened = undefined;
		};
		opening = answerWithin(
			maxUseMs,
			openBoth(database, forget),
			makeSilenceError,
		);
		opening.catch(forget);
		opened = opening;
		return opening;
	}

	/**
	 * Uses the databases. A browser may close a connection and say nothing, as that of iPhones does
	 * in the background: then `use` begins again with new ones. After any other failure, and where
	 * nothing answers, the next use opens them again.
	 */
	async function withOpen<Result>(
		open: () => Promise<Databases>,
		use: (databases: Databases) => Promise<Result>,
	): Promise<Result> {
		for (let isAgain = false; ; isAgain = true) {
			const databases = await open();
			try {
				return await answerWithin(maxUseMs, use(databases), makeSilenceError);
			} catch (error) {
				if (findCode(error) !== "unavailable") throw error;
				databases.closeAll();
				// No transaction begins on a closed connection, so nothing has been done.
				if (isAgain || !isClosed(error)) throw error;
			}
		}
	}

	const makeSilenceError = () =>
		new Error(`nothing answered within ${maxUseMs} ms`);

	const read = <Result>(use: (first: TodosDatabase) => Promise<Result>) =>
		withOpen(
			() => opened ?? inTurn(open),
			({ first }) => use(first),
		);

	return withStorageErrors(
		{
			read: async (name) =>
				(await read(async (first) =>
					begin(first, "readonly").store.get(name),
				)) ?? null,
			async write(name, text, expectedRevision) {
				const next = { text, revision: expectedRevision + 1 };
				const isExpected = (revision: number) => revision === expectedRevision;
				const stored = await inTurn(() =>
					withOpen(open, async ({ first, copy, closeAll: giveUp }) => {
						const now = await put(first, name, next, isExpected);
						// The text is stored by now. Without a copy it is as safe as the browser alone makes
						// it.
						if (copy && now === next)
							await put(copy, name, next, isOlderThan(next)).catch(
								// Opened again, both are made the same.
								(error) => isClosed(error) && giveUp(),
							);
						return now;
					}),
				);
				if (stored !== next)
					throw StorageError.conflict(name, expectedRevision, stored.revision);
				channel.report({ name, revision: next.revision });
				return next.revision;
			},
			names: () =>
				read(async (first) => begin(first, "readonly").store.getAllKeys()),
			watch: (name, onWrite) => channel.watch(name, onWrite),
		},
		(error) => toStorageError(database, error),
	);
}

/**
 * Waits for its turn among all contexts of the origin, if there are buckets. A single database
 * needs no turns.
 */
function inTurn<T>(use: () => Promise<T>): Promise<T> {
	return getBuckets()
		? navigator.locks.request("agent-todos IndexedDB", use)
		: use();
}

interface Databases {
	readonly first: TodosDatabase;
	readonly copy?: TodosDatabase;
	/** Closes both, so that the next use opens them again. */
	readonly closeAll: () => void;
}

/**
 * The most time for opening the databases and for one use of them, in milliseconds. Others wait for
 * their turn meanwhile.
 */
const maxUseMs = 20_000;

/**
 * Returns the database, and its copy where the browser can have one. `forget` is called when they
 * cannot be used any more.
 */
async function openBoth(name: string, forget: () => void): Promise<Databases> {
	if (!globalThis.indexedDB)
		throw new StorageError(
			"denied",
			"there is no IndexedDB here: it is for pages and workers of a browser. In Node, use fileStorage() or postgresStorage()",
		);
	const connected: TodosDatabase[] = [];
	const closeAll = () => {
		forget();
		for (const database of connected) database.close();
	};
	const connect = async (factory: IDBFactory) => {
		const request = factory.open(name, 1);
		request.onupgradeneeded = () =>
			request.result
				.createObjectStore("lists")
				.createIndex("revision", "revision");
		const database = (await wrap(request)) as unknown as TodosDatabase;
		connected.push(database);
		database.addEventListener("close", forget);
		database.addEventListener("versionchange", () => {
			forget();
			database.close();
		});
		return database;
	};
	try {
		const first = await connect(indexedDB);
		const copy = await openBucket()
			.then((bucket) => bucket && connect(bucket.indexedDB))
			.catch(() => undefined);
		if (!copy) return { first, closeAll: closeAll };
		await copyNewer(copy, first);
		await copyNewer(first, copy).catch(() => {});
		return { first, copy, closeAll: closeAll };
	} catch (error) {
		closeAll();
		throw error;
	}
}

const openBucket = async () =>
	getBuckets()?.open("agent-todos", { durability: "strict" });

/** Node 20, where tests use an IndexedDB in JavaScript, has no navigator. */
function getBuckets(): StorageBuckets | undefined {
	return (
		globalThis.navigator as { storageBuckets?: StorageBuckets } | undefined
	)?.storageBuckets;
}

/** Copies what is newer in one database to the other. */
async function copyNewer(
	from: TodosDatabase,
	to: TodosDatabase,
): Promise<void> {
	const known = await readRevisions(to);
	for (const [name, revision] of await readRevisions(from)) {
		if (revision <= (known.get(name) ?? 0)) continue;
		const stored = await begin(from, "readonly").store.get(name);
		if (stored) await put(to, name, stored, isOlderThan(stored));
	}
}

/** Returns the revisions by name, without reading the texts. */
async function readRevisions(
	database: TodosDatabase,
): Promise<Map<string, number>> {
	const found = new Map<string, number>();
	let cursor = await begin(database, "readonly")
		.store.index("revision")
		.openKeyCursor();
	for (; cursor; cursor = await cursor.continue())
		found.set(cursor.primaryKey, cursor.key);
	return found;
}

/**
 * Replaces what is stored if `fits` accepts its revision, 0 for none. Returns what is stored then.
 */
async function put(
	database: TodosDatabase,
	name: string,
	stored: StoredText,
	fits: (revision: number) => boolean,
): Promise<StoredText> {
	const transaction = begin(database, "readwrite");
	const there = (await transaction.store.get(name)) ?? {
		text: "",
		revision: 0,
	};
	const now = fits(there.revision) ? stored : there;
	if (now === stored) await transaction.store.put(stored, name);
	await transaction.done;
	return now;
}

/** Begins a transaction. Its end need not be awaited: an error in it rejects its requests. */
function begin<Mode extends IDBTransactionMode>(
	database: TodosDatabase,
	mode: Mode,
) {
	const transaction = database.transaction("lists", mode, {
		durability: "strict",
	});
	transaction.done.catch(() => {});
	return transaction;
}

const isOlderThan = (stored: StoredText) => (revision: number) =>
	revision < stored.revision;

/** The errors of browsers: https://w3c.github.io/IndexedDB/#exceptions */
const codes = new Map<string | undefined, StorageErrorCode>([
	["QuotaExceededError", "quota_exceeded"],
	["SecurityError", "denied"],
	["NotAllowedError", "denied"],
]);

const findCode = (error: unknown): StorageErrorCode =>
	codes.get((error as Partial<DOMException>).name) ?? "unavailable";

/** Returns whether no transaction could begin, as the connection is closed. */
const isClosed = (error: unknown) =>
	(error as Partial<DOMException>).name === "InvalidStateError";

function toStorageError(database: string, error: unknown): StorageError {
	const { name, message } = error as Partial<DOMException>;
	const code = findCode(error);
	const what = {
		quota_exceeded:
			"there is no room for it: free some, or ask for more with navigator.storage.persist()",
		denied:
			"this page may not use it: it has no origin of its own, or the person or the browser forbids it",
		unavailable: "it failed",
	}[code as "quota_exceeded" | "denied" | "unavailable"];
	return new StorageError(
		code,
		`IndexedDB, database "${database}": ${what} (${name}: ${message})`,
		{ cause: error },
	);
}
