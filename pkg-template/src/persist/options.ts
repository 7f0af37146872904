// What a host passes to `persist`, and what it gets back.

import { readOptions } from "../arguments/check.js";
import {
	expectAnything,
	expectFunction,
	expectOneOf,
	expectText,
} from "../arguments/options.js";
import { expectTimeout } from "../arguments/timing.js";
import type { StorageError } from "../storage/contract.js";

/** The options of `persist`. */
export interface PersistOptions {
	/** The name under which the list is stored. Default `"todos"`. */
	readonly name?: string | undefined;
	/**
	 * What to do if the stored text cannot be read at the start. Default `"throw"`, which rejects
	 * with `corrupt` or `newer_version`, and leaves the text as it is. `"start_empty"` first stores
	 * the text under `<name>.unreadable-1`, or the next free number, and then writes the list.
	 */
	readonly unreadable?: "throw" | "start_empty" | undefined;
	/**
	 * The number of latest snapshots to store, 1 to 10,000. Default 100, so that the cost of a write
	 * does not grow with the session. The store itself keeps as many as its own `maxSnapshots`.
	 */
	readonly maxSnapshots?: number | undefined;
	/**
	 * How long to wait for an answer of the storage, in milliseconds, above 0. Default 30000. A read
	 * or a write that takes longer failed: it is `unavailable`, and is tried again. Whether such a
	 * write arrived is not known until then; a change of others is not undone, and nothing is written
	 * twice.
	 */
	readonly timeout?: number | undefined;
	/**
	 * Called when a write was refused because another context had written, before both lists are
	 * merged.
	 */
	readonly onConflict?: ((error: StorageError) => void) | undefined;
	/**
	 * Called when the list could not be stored, or a list that others stored could not be read. The
	 * changes are still in the store. The write is repeated at the next change, by `retry()`, and
	 * automatically after some time; this is called again only if it then fails for another reason.
	 * Called with `rolled_back` if the storage lost a write that it had acknowledged, and with
	 * `deleted` if another context deleted the list. Without this, errors go to the console.
	 */
	readonly onError?: ((error: StorageError) => void) | undefined;
}

/** @internal The options as they are read. */
export type ReadPersistOptions = Omit<
	ReturnType<typeof readPersistOptions>,
	"name"
>;

/**
 * @internal Throws `invalid_argument` for an option that is unknown or ill-typed; the core checks
 * the number of snapshots.
 */
export const readPersistOptions = (options: PersistOptions) =>
	readOptions(options, "persist()", {
		name: [expectText, "todos"],
		unreadable: [expectOneOf("throw", "start_empty"), "throw"],
		maxSnapshots: [expectAnything, 100],
		timeout: [expectTimeout, 30000],
		onConflict: [expectFunction],
		onError: [expectFunction],
	});

/**
 * An object that can be stored with a list: a run, a conversation, or one of your own that can
 * write itself as text.
 */
export interface Checkpointable {
	/**
	 * Returns the text to store. The same state must return the same text, as it is compared with the
	 * previous one.
	 */
	checkpoint(): string;
}

/** A list that is being stored. */
export interface Persistence extends AsyncDisposable {
	/**
	 * The texts stored with the list, by name, as last read or written: results of `checkpoint()`.
	 */
	readonly saved: Readonly<Record<string, string | undefined>>;
	/**
	 * Stores these objects with the list from now on, in the same write, under their names. A name
	 * whose value is undefined is no longer stored. Only one context should keep a name. Names that
	 * this context does not keep stay stored unchanged.
	 *
	 * A change of such an object is stored with the next change of the list, and by `flushed()`. If
	 * its `checkpoint()` throws, because it was freed, for example, its last text stays stored.
	 * Throws `invalid_argument` for an object without `checkpoint()`.
	 */
	keep(
		parts: Readonly<Record<string, { checkpoint(): string } | undefined>>,
	): void;
	/** Whether the store, and everything that `keep()` added, is stored completely. */
	readonly isStored: boolean;
	/**
	 * Resolves when all changes up to this call are stored, with everything that `keep()` added.
	 * Rejects with a `StorageError` if a write fails meanwhile, or if the last write failed and none
	 * is under way. The changes then are still in the store: see `retry()`.
	 */
	flushed(): Promise<void>;
	/** Writes what is not stored yet. Resolves and rejects as `flushed()` does. */
	retry(): Promise<void>;
	/**
	 * Reads what others have stored and merges it with what is not stored here yet. Then resolves and
	 * rejects as `flushed()` does.
	 */
	refresh(): Promise<void>;
	/**
	 * Stops storing: later changes are not written, and the store may be garbage-collected again.
	 * Resolves and rejects as `flushed()` does for earlier changes, and resolves if the list was
	 * deleted. Await it before `free()`; `await using` does the same.
	 */
	stop(): Promise<void>;
	/**
	 * Deletes the stored list, at logout, for example: forgets it here (`store.forget()`), and stores
	 * a marker without any text in place of the list, its history and all that `keep()` added.
	 * Resolves when that is stored. If it rejects, it is tried again as a write is, and by the next
	 * `delete()`.
	 *
	 * Nothing is stored by this persistence any more. Every other context that holds the name forgets
	 * its list when it reads the marker: at its next write or `refresh()`, or at once where the
	 * storage reports writes. Its `onError` is then called with `deleted`, and its `flushed()`
	 * rejects with that, as it does here. A new `persist()` of the name begins with an empty list.
	 */
	delete(): Promise<void>;
}
