// The contract between `persist` and a storage, which is one of agent-todos/storage/… or a host's
// own. tests/storages/conformance.mjs tests whether a storage keeps to it.

/** A stored text. */
export interface StoredText {
	/** The text. */
	readonly text: string;
	/** The number of writes under this name so far: 1, 2, 3 … */
	readonly revision: number;
}

/**
 * A storage of texts by name. Each write states the revision that it expects: if several contexts
 * write at once, one succeeds, and the others learn of it.
 *
 * @example
 * ```ts
 * import { StorageError, type StorageErrorCode, type StoredText, type TodoStorage } from "agent-todos";
 *
 * const texts = new Map<string, StoredText>();
 * const storage: TodoStorage = {
 *   read: async (name) => texts.get(name) ?? null,
 *   write: async (name, text, expectedRevision) => {
 *     const stored = texts.get(name)?.revision ?? 0;
 *     if (stored !== expectedRevision) throw StorageError.conflict(name, expectedRevision, stored);
 *     texts.set(name, { text, revision: stored + 1 });
 *     return stored + 1;
 *   },
 * };
 * console.log(await storage.write("todos", "[]", 0)); // → 1
 * const code: StorageErrorCode = await storage.write("todos", "[]", 0).then(() => "unavailable", ({ code }) => code);
 * console.log(code); // → conflict
 * ```
 */
export interface TodoStorage {
	/**
	 * Resolves with the text stored under a name, or null if there is none. Any string is a name.
	 * Rejects with a `StorageError`.
	 */
	read(name: string): Promise<StoredText | null>;
	/**
	 * Replaces the text under a name. `expectedRevision` is the revision last read or written, or 0
	 * if there was none. Resolves with the new revision, which is one higher. The text then is safe,
	 * whatever happens to this program.
	 *
	 * Rejects with a `StorageError`, and then nothing has changed: `conflict` if another revision is
	 * stored.
	 */
	write(name: string, text: string, expectedRevision: number): Promise<number>;
	/**
	 * Resolves with the names under which something is stored, in no particular order, those of
	 * deleted lists included. A name that the storage had to shorten is left out: see its own page.
	 * Rejects with a `StorageError`.
	 */
	readonly names?: (() => Promise<string[]>) | undefined;
	/**
	 * Calls `onWrite` after each write under a name, by any context: with its revision, or without
	 * one if writes may have been missed, as before the storage is connected. One call may report
	 * several writes, with the latest revision. Returns the function that stops this, and never
	 * throws. Only for storages that are notified of every write.
	 */
	readonly watch?:
		| ((name: string, onWrite: (revision?: number) => void) => () => void)
		| undefined;
}

/**
 * The kind of a `StorageError`:
 *
 * - `conflict`: another revision is stored than the writer expected
 * - `quota_exceeded`: there is no room for the text
 * - `denied`: this program may not use the storage, or not in this context
 * - `unavailable`: the storage failed for another reason; see `cause`
 * - `corrupt`: the stored text cannot be read
 * - `newer_version`: a newer version of this package wrote the stored text
 * - `rolled_back`: the storage returned an older revision than it had acknowledged; the list is
 *   written again
 * - `deleted`: the list was deleted with `persistence.delete()`, here or elsewhere, and was
 *   forgotten here
 * - `refused`: the list cannot be merged with the stored one; `cause` is the `TodoError` that says
 *   why
 * - `invalid_argument`: an option of the storage is unknown or ill-typed
 */
export type StorageErrorCode =
	| "conflict"
	| "quota_exceeded"
	| "denied"
	| "unavailable"
	| "corrupt"
	| "newer_version"
	| "rolled_back"
	| "deleted"
	| "refused"
	| "invalid_argument";

/**
 * Thrown when a text cannot be stored or read.
 *
 * @example
 * ```ts
 * import { StorageError } from "agent-todos";
 *
 * const error = new StorageError("quota_exceeded", "the disk is full");
 * console.log(error.name, error.code, error.message); // → StorageError quota_exceeded the disk is full
 * ```
 */
export class StorageError extends Error {
	static {
		// Minifying would change it.
		Object.defineProperty(StorageError, "name", { value: "StorageError" });
	}

	/** Always `"StorageError"`. */
	override readonly name = "StorageError";
	/** The kind of error. Codes are stable; messages are for people and may change. */
	readonly code: StorageErrorCode;

	constructor(
		code: StorageErrorCode,
		message: string,
		options?: { cause?: unknown },
	) {
		super(message, options);
		this.code = code;
	}

	/**
	 * Returns the error with which a storage refuses a write whose expected revision is not the
	 * stored one.
	 */
	static conflict(
		name: string,
		expected: number,
		stored: number,
	): StorageError {
		return new StorageError(
			"conflict",
			`"${name}" is at revision ${stored}, not ${expected}: somebody else has written it; read it again`,
		);
	}
}
