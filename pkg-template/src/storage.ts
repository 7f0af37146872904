// Where a list is kept: the contract between `persist` and a storage, be it one of agent-todos/storage/… or a host's own.
// Whether a storage keeps to it is what agent-todos/storage/conformance finds out.

/** What is stored under a name. */
export interface StoredText {
	readonly text: string;
	/** The storage's own counter of writes under this name: 1, 2, 3 … */
	readonly revision: number;
}

/**
 * Texts under names, each write of which says what it believes to be there: of several who write at once, one wins and the
 * others learn of it.
 */
export interface TodoStorage {
	/** What is stored under a name, null when nothing is. Any string is a name. Rejects with a `StorageError`. */
	read(name: string): Promise<StoredText | null>;
	/**
	 * Stores a text in place of the one that `expectedRevision` says, that of the text last read or written; 0 when nothing was
	 * there. Gives the new revision, which is one more; the text is then safe, whatever happens to this program.
	 *
	 * Rejects with a `StorageError`, and then nothing has changed: `conflict` when another revision is stored.
	 */
	write(name: string, text: string, expectedRevision: number): Promise<number>;
	/**
	 * Calls `onWrite` after each write under a name, whoever wrote: with its revision, or without one when a write may have been
	 * missed. Returns what ends that. Only for a storage that hears of writes by itself; it never throws.
	 */
	readonly watch?:
		| ((name: string, onWrite: (revision?: number) => void) => () => void)
		| undefined;
}

/**
 * - `conflict`: what is stored is no longer what the writer believed
 * - `quota_exceeded`: there is no room for it
 * - `denied`: this program may not use the storage, or not here
 * - `unavailable`: the storage failed in another way; `cause` has the reason
 * - `corrupt`: what is stored cannot be read
 * - `newer_version`: what is stored was written by a newer version of this package
 * - `rolled_back`: the storage returned an older revision than it had acknowledged; what the program has is written again
 * - `refused`: the list cannot be merged with what is stored; `cause` is the `TodoError` that says why
 * - `invalid_argument`: a storage was asked for with an option that is unknown or ill-typed
 */
export type StorageErrorCode =
	| "conflict"
	| "quota_exceeded"
	| "denied"
	| "unavailable"
	| "corrupt"
	| "newer_version"
	| "rolled_back"
	| "refused"
	| "invalid_argument";

/** Why something could not be stored or read. */
export class StorageError extends Error {
	static {
		// Minified it still says what it is.
		Object.defineProperty(StorageError, "name", { value: "StorageError" });
	}

	override readonly name = "StorageError";
	/** Stable; the message is for people and may change. */
	readonly code: StorageErrorCode;

	constructor(
		code: StorageErrorCode,
		message: string,
		options?: { cause?: unknown },
	) {
		super(message, options);
		this.code = code;
	}

	/** For a storage: the refusal of a write under a name whose stored revision is another than expected. */
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
