// The loop of `persist`. Only one loop runs, so reads and writes never overlap, but with one that
// the storage did not answer in time. It reads what others stored, if asked to, then writes, and
// writes again if changes came meanwhile: all that changed during a write goes into the next one.
// The store's revision tells what is stored, as every change makes a higher one, also the change of
// a listener in the middle of a merge.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import { checkObject } from "../arguments/check.js";
import { getErrorCode } from "../arguments/thrown.js";
import type { StoredText, TodoStorage } from "../storage/contract.js";
import { StorageError } from "../storage/contract.js";
import { makeArgumentError, StorageEntry } from "../storage/entry.js";
import { isUnreadable } from "../storage/revise.js";
import { internalsOf } from "../tools/store-internals.js";
import { Checkpoints } from "./checkpoints.js";
import { Companions } from "./companions.js";
import type {
	Checkpointable,
	Persistence,
	ReadPersistOptions,
} from "./options.js";
import { clearQuarantine, quarantine } from "./quarantine.js";
import { toStorageError } from "./storage-errors.js";
import type { StoredList, Texts } from "./stored-list.js";
import { joinStored, splitStored } from "./stored-list.js";
import { callListener, Troubles } from "./troubles.js";
import { Waiters } from "./waiters.js";
import { type PendingWrite, Writes } from "./writes.js";

/** In place of a revision: nothing is stored. */
const nothingStored = -1;
/** In place of a revision: the promise waits until the list is deleted. */
const untilDeleted = Infinity;

export class PersistLoop implements Persistence {
	/** @internal The store, by which a run knows that this stores its list. */
	readonly _store: TodoStore;
	readonly #storage: TodoStorage;
	readonly #entry: StorageEntry;
	readonly #options: ReadPersistOptions;
	readonly #checkpoints: Checkpoints;
	readonly #unsubscribe: () => void;
	readonly #companions = new Companions();
	readonly #waiters = new Waiters();

	/** The store's revision that is stored. */
	#storedRevision: number;
	/** The store's latest known revision. */
	#latestRevision: number;
	/** The revision of the latest event of the store. */
	#announcedRevision: number;
	/** The last revision to store, once `stop()` was called. */
	#lastRevision: number | undefined;
	/** The first revision of a change while the store merged or loaded what others have stored. */
	#firstRevision: number | undefined;
	/** What was last read or written, as a checkpoint. */
	#base = "";

	readonly #writes = new Writes();
	readonly #troubles: Troubles;

	/** The checkpoint without texts that replaces the list, once `delete()` was called. */
	#deletionMarker: string | undefined;
	/** Whether the list has been deleted where it is stored. */
	#isDeletedThere = false;
	/** Why nothing is stored any more. */
	#deleted: StorageError | undefined;

	#isRunning = false;
	/** Whether to read what others have stored, because the host asked for it. */
	#isStale = false;
	/**
	 * The latest revision that the storage reported by itself; infinite where a write may have been
	 * missed.
	 */
	#reportedRevision = 0;
	#unwatch: (() => void) | undefined;
	/** Why the last write failed. The loop has stopped since. */
	#error: StorageError | undefined;

	constructor(
		store: TodoStore,
		storage: TodoStorage,
		name: string,
		options: ReadPersistOptions,
	) {
		this._store = store;
		this.#storage = storage;
		this.#entry = new StorageEntry(storage, name, options.timeout);
		this.#options = options;
		this.#checkpoints = new Checkpoints(options);
		this.#troubles = new Troubles(options.onError, () => this.#run());
		this.#latestRevision = store.revision;
		this.#announcedRevision = this.#latestRevision;
		const isUntouched = this.#latestRevision === 0 && store.size === 0;
		this.#storedRevision = isUntouched ? 0 : nothingStored;
		// Now, so that changes made while the storage is read are counted.
		this.#unsubscribe = store.subscribe(({ revision, held }) => {
			if (held) return; // The list did not change.
			this.#firstRevision ??= revision;
			this.#latestRevision = revision;
			// A sign of life changes no revision, and is stored with the list.
			if (revision === this.#announcedRevision) this.#companions.version += 1;
			this.#announcedRevision = revision;
			this.#run();
		});
	}

	/** Reads what is stored. Then the loop may run. */
	async start(): Promise<void> {
		this.#isRunning = true;
		try {
			// Before the read, so that no write in between is missed.
			this.#unwatch = this.#watch();
			const stored = await this.#entry.read();
			if (stored) await this.#adoptFirst(stored);
		} catch (error) {
			this.#unsubscribe();
			this.#unwatch?.();
			throw toStorageError(error);
		}
		this.#isRunning = false;
		this.#run();
	}

	/** Watches the name, where the storage reports writes. Returns the function that stops this. */
	#watch(): (() => void) | undefined {
		if (this.#storage.watch === undefined) return undefined;
		const unwatch: unknown = this.#storage.watch(
			this.#entry.name,
			(revision = Number.POSITIVE_INFINITY) => this.#recordReport(revision),
		);
		if (typeof unwatch !== "function")
			throw makeArgumentError("watch()", "the function that stops it");
		return unwatch as () => void;
	}

	get isStored(): boolean {
		this.#companions.refresh();
		// After `stop()`, a later change is not stored.
		const isCurrent = this.#storedRevision >= this.#readRevision();
		return !this.#deleted && isCurrent && this.#isAllStored();
	}

	get saved(): Texts {
		return this.#companions.saved;
	}

	keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void {
		checkObject(parts, "keep(): parts");
		if (this.#deleted) return;
		this.#companions.keep(parts);
		if (!this.isStored && !this.#isRunning) this.#run();
	}

	flushed(): Promise<void> {
		const error = this.#deleted ?? this.#error;
		if (error) return Promise.reject(error);
		this.#companions.refresh();
		if (this.#isAllStored() && !this.#isStale) return Promise.resolve();
		// A listener has just changed the list, or an object that is kept with it has changed.
		if (!this.#isRunning) this.#run();
		return this.#waiters.add(this.#readWanted(), this.#companions.version);
	}

	retry(): Promise<void> {
		this.#troubles.forgetReported();
		this.#run();
		return this.flushed();
	}

	refresh(): Promise<void> {
		this.#isStale = true;
		return this.retry();
	}

	stop(): Promise<void> {
		if (this.#deleted) return Promise.resolve();
		this.#companions.finish();
		this.#lastRevision ??= this.#readRevision();
		this.#unsubscribeAll();
		return this.flushed();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}

	async delete(): Promise<void> {
		if (this.#deleted && this.#deletionMarker === undefined) return;
		this.#forget("delete() was called for");
		this.#deletionMarker ??= this.#checkpoints.writeEmpty(this._store);
		this.#run();
		await this.#waiters.add(untilDeleted, 0);
	}

	/** Stops listening to the store and the storage, and stops retrying. */
	#unsubscribeAll(): void {
		this.#troubles.cancelRetry();
		this.#unsubscribe();
		this.#unwatch?.();
	}

	/** Forgets the list and all that is kept with it, and stores none of it any more. */
	#forget(who: string): StorageError {
		if (this.#deleted) return this.#deleted;
		this.#unsubscribeAll();
		this.#deleted = new StorageError(
			"deleted",
			`${who} "${this.#entry.name}": the list was forgotten here, and nothing is stored under this name by this persistence any more`,
		);
		this.#writes.settle();
		this.#base = "";
		this.#companions.forget();
		this.#waiters.reject(this.#deleted);
		try {
			this.#asHost((store) => store.forget());
		} catch (error) {
			// A store that was freed has nothing left to forget.
			if (getErrorCode(error) !== "freed") throw error;
		}
		return this.#deleted;
	}

	/** Returns whether the loop has nothing more to do. */
	#isAllStored(): boolean {
		return (
			this.#isListStored() &&
			this.#companions.storedVersion >= this.#companions.version
		);
	}

	#isListStored(): boolean {
		return this.#storedRevision >= this.#readWanted();
	}

	/**
	 * Notes a write that the storage reports. This writer's own writes are known once they are
	 * answered.
	 */
	#recordReport(revision: number): void {
		this.#reportedRevision = Math.max(this.#reportedRevision, revision);
		if (!this.#isRunning && this.#isBehind) this.#run();
	}

	/** Returns whether others may have stored something that was not read yet. */
	get #isBehind(): boolean {
		return this.#isStale || this.#reportedRevision > this.#entry.revision;
	}

	/** Returns the revision that has to be stored. */
	#readWanted(): number {
		return this.#lastRevision ?? this.#readRevision();
	}

	/** Returns the store's revision; for a store that was freed, the last known one. */
	#readRevision(): number {
		try {
			this.#latestRevision = this._store.revision;
		} catch {} // The next write reports the error.
		return this.#latestRevision;
	}

	/** Starts the loop, unless it runs. */
	#run(): void {
		this.#error = undefined;
		this.#troubles.cancelRetry();
		if (!this.#isRunning) void this.#loop();
	}

	async #loop(): Promise<void> {
		this.#isRunning = true;
		try {
			// A burst of changes is one write.
			await undefined;
			while (this.#hasWork) {
				if (this.#deletionMarker !== undefined)
					await this.#writeMarker(this.#deletionMarker);
				else if (this.#isBehind) await this.#read();
				else await this.#write();
				this.#settle();
			}
			this.#troubles.recordSuccess();
			// Set now: a promise that has just resolved may lead to a change, which has to start the loop
			// again.
			this.#isRunning = false;
		} catch (error) {
			this.#isRunning = false;
			this.#fail(toStorageError(error));
		}
	}

	get #hasWork(): boolean {
		return this.#deleted
			? this.#deletionMarker !== undefined
			: this.#isBehind || !this.#isAllStored();
	}

	/**
	 * Stores the marker in place of the list, unless another context has deleted the list meanwhile.
	 */
	async #writeMarker(marker: string): Promise<void> {
		const { deletions, writes } = this.#writes.trail;
		const trail = { deletions: deletions + 1, writes };
		const text = joinStored(marker, {}, trail);
		await this.#entry.swap(
			() => (this.#isDeletedThere ? undefined : text),
			(stored) => this.#adopt(stored),
			"unavailable",
		);
		// Texts that could not be read at the start belong to the list, too.
		await clearQuarantine(
			this.#storage,
			this.#entry.name,
			this.#options.timeout,
		);
		this.#deletionMarker = undefined;
		this.#troubles.recordSuccess();
		this.#waiters.resolve(untilDeleted, 0);
	}

	async #read(): Promise<void> {
		const isAsked = this.#isStale;
		this.#isStale = false;
		this.#reportedRevision = 0;
		try {
			const stored = await this.#entry.read();
			const revision = stored?.revision ?? 0;
			if (revision === this.#entry.revision) return;
			this.#adopt(stored);
			this.#entry.revision = revision;
		} catch (error) {
			// A read that the host asked for is reported to the host, and not repeated.
			if (!isAsked) this.#reportedRevision = Number.POSITIVE_INFINITY;
			throw error;
		}
	}

	async #write(): Promise<void> {
		let writing: PendingWrite | undefined;
		await this.#entry.swap(
			() => {
				writing =
					this.#deleted || this.#isAllStored()
						? undefined
						: this.#makeWriting();
				return writing?.text;
			},
			(stored, conflict) => {
				this.#adopt(stored, conflict);
				this.#settle();
			},
			"unavailable",
		);
		if (!writing || this.#deleted) return;
		this.#recordWritten(writing);
		this.#writes.settle();
		this.#troubles.recordSuccess();
	}

	/**
	 * Returns the next write. A write without an answer is repeated unchanged, unless something has
	 * changed since.
	 */
	#makeWriting(): PendingWrite {
		this.#companions.refresh();
		const revision = this.#readRevision();
		const companions = this.#companions.version;
		const again = this.#writes.repeat(revision, companions);
		if (again) return again;
		const checkpoint = this.#checkpoints.write(this._store);
		const texts = this.#companions.joinTexts();
		return this.#writes.add(
			{ checkpoint, revision, companions, texts },
			(trail) => joinStored(checkpoint, texts, trail),
		);
	}

	/** Notes that a write is stored, possibly with later writes of others. */
	#recordWritten(writing: PendingWrite): void {
		this.#base = writing.checkpoint;
		this.#storedRevision = writing.revision;
		this.#writes.trail = writing.trail;
		this.#companions.saved = writing.texts;
		this.#companions.storedVersion = writing.companions;
	}

	/** Takes over what is stored; null if the storage has lost it. */
	#adopt(stored: StoredText | null, conflict?: StorageError): void {
		const list = splitStored(stored?.text ?? "");
		const arrived = this.#writes.findArrived(stored?.text, list.trail);
		const deletions = list.trail?.deletions ?? this.#writes.trail.deletions;
		if (this.#deleted) {
			this.#isDeletedThere ||= deletions > this.#writes.trail.deletions;
			return;
		}
		if (arrived) this.#recordWritten(arrived);
		if (!stored) {
			// The storage lost the list, and this context has all of it.
			this.#storedRevision = nothingStored;
			this.#reportLoss("is gone from the storage");
		} else if (arrived?.text !== stored.text)
			this.#adoptOthers(stored, list, conflict);
		this.#writes.settle();
	}

	#adoptOthers(
		stored: StoredText,
		list: StoredList,
		conflict?: StorageError,
	): void {
		const { revision } = this.#entry;
		const { deletions } = this.#writes.trail;
		const theirs = list.trail?.deletions ?? deletions;
		// Another context deleted the list. It stays deleted, even if there is a new list of its name.
		if (theirs > deletions)
			this.#troubles.report(this.#forget("somebody has deleted"));
		else if (stored.revision < revision || theirs < deletions)
			this.#adoptOlder(stored, list);
		else this.#adoptNewer(stored, list, conflict);
	}

	#adoptNewer(
		{ text }: StoredText,
		list: StoredList,
		conflict?: StorageError,
	): void {
		if (conflict) callListener(this.#options.onConflict, conflict);
		this.#merge(text, list);
	}

	/** Takes over what is stored together with the list. */
	#adoptCompanions({ texts, trail }: StoredList): void {
		this.#companions.adopt(texts);
		this.#writes.trail = trail ?? this.#writes.trail;
	}

	#merge(text: string, list: StoredList, base = this.#base): void {
		const isStored = this.#isListStored();
		const merged = this.#change(() => {
			this.#base = this.#asHost((store) =>
				internalsOf(store).merge(base, text),
			);
			this.#adoptCompanions(list);
		});
		// If nothing was new here, the merged list is the stored one, and does not have what listeners
		// changed since.
		if (isStored) this.#storedRevision = merged;
		// The stored list is the same as this one.
		else if (this.#checkpoints.isList(this._store, list))
			this.#storedRevision = this.#readRevision();
	}

	/**
	 * Writes this list again, as the storage lost what it had acknowledged. A stored text that is
	 * an earlier state of this list adds nothing, nor does one that was deleted before this list
	 * began. Any other is merged, as somebody may have written it after the loss.
	 */
	#adoptOlder({ text, revision }: StoredText, list: StoredList): void {
		this.#storedRevision = nothingStored;
		const wasDeleted =
			(list.trail?.deletions ?? this.#writes.trail.deletions) <
			this.#writes.trail.deletions;
		if (!wasDeleted)
			this.#merge(
				text,
				list,
				this.#checkpoints.hasBeen(this._store, text) ? text : "",
			);
		this.#reportLoss(`is at revision ${revision} of the storage`);
	}

	/**
	 * Calls `act` with the list as the host's, because the handle that was passed may be a model's.
	 */
	#asHost<T>(act: (store: TodoStore) => T): T {
		const host = this._store.as("host");
		try {
			return act(host);
		} finally {
			host.free();
		}
	}

	#reportLoss(what: string): void {
		const { name, revision } = this.#entry;
		this.#troubles.report(
			new StorageError(
				"rolled_back",
				`"${name}" ${what}, which had acknowledged revision ${revision}: what is here is written again`,
			),
		);
	}

	/**
	 * Changes the store, and returns the revision of that change, not that of later changes by
	 * listeners. It is the first revision that `subscribe` reported. If it reported none, the
	 * listeners are still to be called.
	 */
	#change(change: () => void): number {
		this.#firstRevision = undefined;
		change();
		return this.#firstRevision ?? this.#readRevision();
	}

	/** Merges the stored list with what is in the store already, which has never been stored. */
	async #adoptFirst({ text, revision }: StoredText): Promise<void> {
		try {
			this.#merge(text, splitStored(text));
		} catch (error) {
			if (!isUnreadable(error) || this.#options.unreadable !== "start_empty")
				throw error;
			await quarantine(
				this.#storage,
				this.#entry.name,
				text,
				this.#options.timeout,
			);
			this.#storedRevision = nothingStored;
		}
		this.#entry.revision = revision;
	}

	/** Resolves the promises whose changes are stored. */
	#settle(): void {
		if (!this.#isStale)
			this.#waiters.resolve(
				this.#storedRevision,
				this.#companions.storedVersion,
			);
	}

	#fail(error: StorageError): void {
		if (this.#deleted && this.#deletionMarker === undefined) return;
		// A read that failed does not mean that something is not stored.
		const isUnstored =
			this.#deletionMarker !== undefined || !this.#isAllStored();
		if (isUnstored) this.#error = error;
		const isRetried = isUnstored || this.#isBehind;
		const code = getErrorCode(error.cause);
		const isGone = code === "freed" || code === "broken";
		if (isRetried && this.#lastRevision === undefined && !isGone)
			this.#troubles.retryLater();
		this.#waiters.reject(error);
		this.#troubles.reportNew(error, isRetried);
	}
}
