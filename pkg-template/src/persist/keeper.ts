// The loop of `persist`. It runs while something is to be done, so that nothing is ever read or written twice at once: read what
// others stored, if asked for; then write, and again if changes came in the meantime. All that changed while a write was under
// way goes out with the next one. What is stored is known by the store's revision: whoever changes the list, and whenever (a
// listener, in the middle of a merge), makes a higher one.

import type {
	Snapshot,
	TodoErrorCode,
} from "../../generated/agent_todos_bg.js";
import { TodoStore } from "../../generated/agent_todos_bg.js";
import { report, TodoError } from "../../generated/snippets.js";
import { backOff } from "../back-off.js";
import { checkMethods, checkObject, refuse } from "../check.js";
import { todosJson } from "../forms.js";
import type {
	Checkpointable,
	Persistence,
	PersistOptions,
} from "../persist.js";
import { revise } from "../revise.js";
import { Place } from "../storage/place.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "../storage.js";
import { StorageError } from "../storage.js";
import { codeOf, messageOf } from "../thrown.js";
import { Companions } from "./companions.js";
import type { StoredList, Texts, Trail } from "./stored-list.js";
import {
	noTrail,
	putTogether,
	takenApart,
	trailAfter,
	trailName,
} from "./stored-list.js";
import { Waiters } from "./waiters.js";

/** How many snapshots are stored unless the host says otherwise. */
const defaultSnapshots = 100;
/** The longest wait before the next try after a failure, in milliseconds. */
const longestWait = 60_000;
/** As many writes without an acknowledgement are remembered. */
const mostUnanswered = 8;

/** What a write stores: the text, and the store and its companions as they were. */
interface Writing {
	readonly text: string;
	readonly checkpoint: string;
	readonly revision: number;
	readonly companions: number;
	readonly texts: Texts;
	readonly trail: Trail;
	/** Its number among those of this writer. */
	readonly number: number;
}

/** No revision of a store: nothing of it is stored. */
const nothing = -1;
/** No revision of a store: whoever waits for it waits until the list is deleted. */
const deletion = Number.MAX_SAFE_INTEGER;

export class Keeper implements Persistence {
	readonly #store: TodoStore;
	readonly #storage: TodoStorage;
	readonly #place: Place;
	readonly #options: PersistOptions;
	readonly #unsubscribe: () => void;
	readonly #companions = new Companions();
	readonly #waiters = new Waiters();

	/** The store's revision that is stored. */
	#stored: number;
	/** The store's latest revision, as far as it is known. */
	#latest: number;
	/** The one that has to be stored when this was stopped. */
	#last: number | undefined;
	/** The first revision that the store told while it took over what others have stored. */
	#heard: number | undefined;
	/** What was last read or written, as a checkpoint. */
	#base = "";

	/** The name of this writer, which nobody else has. */
	readonly #writer = Math.random().toString(36).slice(2, 10);
	#trail = noTrail;
	#writes = 0;
	/** The writes upon what was last read or written that were not acknowledged. One of them may have come to pass all the same. */
	#unanswered: Writing[] = [];

	/** The list that takes the place of this one since `delete()` was called: it has no text. */
	#marker: string | undefined;
	/** Whether the list has been deleted where it is stored. */
	#isDeletedThere = false;
	/** Why nothing is stored any more. */
	#deleted: StorageError | undefined;

	#isRunning = false;
	/** Whether to read what others have stored, because the host said so. */
	#isStale = false;
	/** The latest revision that the storage reported by itself; infinite where a write may have been missed. */
	#reportedRevision = 0;
	#unwatch: (() => void) | undefined;
	/** Why the last write failed; the loop stands still since. */
	#error: StorageError | undefined;
	/** The code of the error that the host knows of. */
	#reported: StorageErrorCode | undefined;
	/** When it is tried again by itself, and how often it has been since it last worked. */
	#timer: ReturnType<typeof setTimeout> | undefined;
	#retries = 0;

	constructor(
		store: TodoStore,
		storage: TodoStorage,
		name: string,
		options: PersistOptions,
	) {
		this.#store = store;
		this.#storage = storage;
		this.#place = new Place(storage, name);
		this.#options = options;
		this.#latest = store.revision;
		const isUntouched = this.#latest === 0 && store.size === 0;
		this.#stored = isUntouched ? 0 : nothing;
		// At once: a change that comes while the storage is read counts.
		this.#unsubscribe = store.subscribe(({ revision }) => {
			this.#heard ??= revision;
			this.#latest = revision;
			this.#run();
		});
	}

	/** Reads what is stored. Then the loop may run. */
	async start(): Promise<void> {
		this.#isRunning = true;
		try {
			// Before it is read: no write falls in between.
			this.#unwatch = this.#storage.watch?.(
				this.#place.name,
				(revision = Number.POSITIVE_INFINITY) => this.#hear(revision),
			);
			const stored = await this.#place.read();
			if (stored) await this.#takeFirst(stored);
		} catch (error) {
			this.#unsubscribe();
			this.#unwatch?.();
			throw failure(error);
		}
		this.#isRunning = false;
		this.#run();
	}

	get isStored(): boolean {
		this.#companions.look();
		return !this.#deleted && this.#isAllStored();
	}

	get saved(): Texts {
		return this.#companions.saved;
	}

	keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void {
		checkObject(parts, "keep(): parts");
		if (this.#options.format === "todos.json")
			throw new TodoError(
				"invalid_argument",
				"keep(): the format todos.json holds a list alone: store with the format checkpoint",
			);
		if (this.#deleted) return;
		const entries = Object.entries(parts);
		for (const [name, part] of entries) {
			if (name === trailName)
				refuse("keep(): a name", "a text of one character or more");
			if (part === undefined) continue;
			checkMethods(part, `keep(): ${name}`, "checkpoint");
			if (typeof part.checkpoint() !== "string")
				refuse(`keep(): what ${name}.checkpoint() returns`, "a string");
		}
		for (const [name, part] of entries) this.#companions.keep(name, part);
		if (!this.isStored && !this.#isRunning) this.#run();
	}

	flushed(): Promise<void> {
		const error = this.#deleted ?? this.#error;
		if (error) return Promise.reject(error);
		if (this.isStored && !this.#isStale) return Promise.resolve();
		// Changed by a listener, whose change others have yet to hear of; or what is kept with the list changed.
		if (!this.#isRunning) this.#run();
		return this.#waiters.add(this.#wanted(), this.#companions.number);
	}

	retry(): Promise<void> {
		this.#reported = undefined;
		this.#run();
		return this.flushed();
	}

	refresh(): Promise<void> {
		this.#isStale = true;
		return this.retry();
	}

	stop(): Promise<void> {
		if (this.#deleted) return Promise.resolve();
		this.#companions.end();
		this.#last ??= this.#now();
		this.#leave();
		return this.flushed();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}

	async delete(): Promise<void> {
		if (this.#deleted && this.#marker === undefined) return;
		this.#forget(`delete() was called for "${this.#place.name}"`);
		this.#marker ??= this.#checkpointOfNothing();
		this.#run();
		await this.#waiters.add(deletion, 0);
	}

	/** Hears of nothing any more. */
	#leave(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
		this.#unwatch?.();
	}

	/** Forgets the list and all that is kept with it, and stores none of it any more. */
	#forget(why: string): void {
		if (this.#deleted) return;
		this.#leave();
		this.#deleted = new StorageError(
			"deleted",
			`${why}: the list was forgotten here, and nothing is stored under this name by this persistence any more`,
		);
		this.#unanswered = [];
		this.#base = "";
		this.#companions.forget();
		this.#waiters.reject(this.#deleted);
		try {
			this.#store.forget();
		} catch (error) {
			// One that was freed has forgotten everything.
			if (codeOf(error) !== "freed") throw error;
		}
	}

	/** The list as it is, without any text; of a store that was freed, an empty one. */
	#checkpointOfNothing(): string {
		try {
			return this.#checkpoint();
		} catch {
			const empty = new TodoStore();
			const checkpoint = empty.checkpoint();
			empty.free();
			return checkpoint;
		}
	}

	/** Whether the loop has nothing more to do. */
	#isAllStored(): boolean {
		return (
			this.#isListStored() && this.#companions.stored >= this.#companions.number
		);
	}

	#isListStored(): boolean {
		return this.#stored >= this.#wanted();
	}

	/** Somebody has written. A write of this one's own is known when it is answered. */
	#hear(revision: number): void {
		this.#reportedRevision = Math.max(this.#reportedRevision, revision);
		if (!this.#isRunning && this.#isBehind) this.#run();
	}

	/** Whether others have stored what was not read yet. */
	get #isBehind(): boolean {
		return this.#isStale || this.#reportedRevision > this.#place.revision;
	}

	/** The revision that has to be stored. */
	#wanted(): number {
		return this.#last ?? this.#now();
	}

	/** The store's revision; of a store that was freed, the last one that is known. */
	#now(): number {
		try {
			this.#latest = this.#store.revision;
		} catch {} // What is to be written next says so.
		return this.#latest;
	}

	/** Starts the loop, unless it runs. */
	#run(): void {
		this.#error = undefined;
		clearTimeout(this.#timer);
		if (!this.#isRunning) void this.#loop();
	}

	async #loop(): Promise<void> {
		this.#isRunning = true;
		try {
			// A burst of changes is one write.
			await undefined;
			while (this.#hasWork) {
				if (this.#marker !== undefined) await this.#writeMarker(this.#marker);
				else if (this.#isBehind) await this.#read();
				else await this.#write();
				this.#settle();
			}
			this.#works();
			// Not a moment later: whoever was just told may change the store, and that has to start it again.
			this.#isRunning = false;
		} catch (error) {
			this.#isRunning = false;
			this.#fail(failure(error));
		}
	}

	get #hasWork(): boolean {
		return this.#deleted
			? this.#marker !== undefined
			: this.#isBehind || !this.#isAllStored();
	}

	/** Stores the marker in place of the list, unless somebody has deleted that meanwhile. */
	async #writeMarker(marker: string): Promise<void> {
		const trail = {
			deletions: this.#trail.deletions + 1,
			writes: this.#trail.writes,
		};
		const text =
			this.#options.format === "todos.json"
				? "[]"
				: putTogether(marker, {}, trail);
		await this.#place.swap(
			() => (this.#isDeletedThere ? undefined : text),
			(stored) => this.#take(stored),
			"unavailable",
		);
		// What could not be read at the start holds texts of it, too.
		for (let number = 1, isThere = true; isThere; number++)
			isThere = await revise(
				this.#storage,
				asideName(this.#place.name, number),
				(there) =>
					there === null || there === ""
						? { result: there !== null }
						: { result: true, text: "" },
			);
		this.#marker = undefined;
		this.#works();
		this.#waiters.resolve(deletion, 0);
	}

	async #read(): Promise<void> {
		const isAsked = this.#isStale;
		this.#isStale = false;
		this.#reportedRevision = 0;
		try {
			const stored = await this.#place.read();
			const revision = stored?.revision ?? 0;
			if (revision === this.#place.revision) return;
			this.#take(stored);
			this.#place.revision = revision;
		} catch (error) {
			// What the host asked for it hears of, and may ask for again.
			if (!isAsked) this.#reportedRevision = Number.POSITIVE_INFINITY;
			throw error;
		}
	}

	async #write(): Promise<void> {
		let writing: Writing | undefined;
		await this.#place.swap(
			() => {
				writing =
					this.#deleted || this.#isAllStored() ? undefined : this.#next();
				return writing?.text;
			},
			(stored, conflict) => {
				this.#take(stored, conflict);
				this.#settle();
			},
			"unavailable",
		);
		if (!writing || this.#deleted) return;
		this.#isWritten(writing);
		this.#unanswered = [];
		this.#works();
	}

	/** The next write. One that was not answered is tried again as it was, unless something has changed since. */
	#next(): Writing {
		this.#companions.look();
		const revision = this.#now();
		const companions = this.#companions.number;
		const last = this.#unanswered.at(-1);
		if (last?.revision === revision && last.companions === companions)
			return last;
		const checkpoint = this.#checkpoint();
		const texts = this.#companions.texts();
		const number = ++this.#writes;
		const trail = trailAfter(this.#trail, this.#writer, number);
		const text =
			this.#options.format === "todos.json"
				? todosJson(this.#store)
				: putTogether(checkpoint, texts, trail);
		const writing = {
			text,
			checkpoint,
			revision,
			companions,
			texts,
			trail,
			number,
		};
		this.#unanswered = [...this.#unanswered, writing].slice(-mostUnanswered);
		return writing;
	}

	/** What the storage has is this, or somebody wrote upon this. */
	#isWritten({
		checkpoint,
		revision,
		companions,
		texts,
		trail,
	}: Writing): void {
		this.#base = checkpoint;
		this.#stored = revision;
		this.#trail = trail;
		this.#companions.saved = texts;
		this.#companions.stored = companions;
	}

	/** It works again. */
	#works(): void {
		this.#retries = 0;
		this.#reported = undefined;
	}

	#checkpoint(): string {
		const { maxSnapshots = defaultSnapshots } = this.#options;
		return this.#store.checkpoint({ maxSnapshots });
	}

	/** Takes over what somebody else has stored; null if the storage has lost it. */
	#take(stored: StoredText | null, conflict?: StorageError): void {
		const list = takenApart(stored?.text ?? "");
		const arrived = this.#unanswered.find(
			({ number, text }) =>
				list.trail?.writes.get(this.#writer) === number ||
				text === stored?.text,
		);
		const deletions = list.trail?.deletions ?? this.#trail.deletions;
		if (this.#deleted) {
			this.#isDeletedThere ||= deletions > this.#trail.deletions;
			return;
		}
		if (arrived) this.#isWritten(arrived);
		if (!stored) this.#takeNothing();
		else if (arrived?.text !== stored.text)
			this.#takeOthers(stored, list, conflict);
		this.#unanswered = [];
	}

	#takeOthers(
		stored: StoredText,
		list: StoredList,
		conflict?: StorageError,
	): void {
		const { revision } = this.#place;
		const { deletions } = this.#trail;
		if ((list.trail?.deletions ?? deletions) > deletions) {
			this.#takeDeletion();
			return;
		}
		if (
			stored.revision < revision ||
			(list.trail?.deletions ?? deletions) < deletions
		) {
			this.#takeOlder(stored, list);
			return;
		}
		if (conflict) heard(this.#options.onConflict, conflict);
		// Where nothing is new here, nothing is in conflict, and merging returns theirs.
		const choice = this.#isListStored()
			? "merge"
			: (this.#options.conflict ?? "merge");
		if (choice === "merge") this.#merge(stored.text, list);
		else if (choice === "theirs")
			this.#takeTheirs(
				stored.text,
				list,
				conflict ??
					StorageError.conflict(this.#place.name, revision, stored.revision),
			);
		else this.#takeBeside(list);
	}

	/** Somebody has deleted the list. It is not brought back, whatever is stored under its name since. */
	#takeDeletion(): void {
		this.#forget(`somebody has deleted "${this.#place.name}"`);
		this.#tell(this.#deleted as StorageError);
	}

	/** What is stored beside the list itself. */
	#takeBeside({ texts, trail }: StoredList): void {
		// The format todos.json has no place for any.
		this.#companions.take(this.#options.format === "todos.json" ? {} : texts);
		this.#trail = trail ?? this.#trail;
	}

	#merge(text: string, list: StoredList, base = this.#base): void {
		const isStored = this.#isListStored();
		const merged = this.#changed(() => {
			this.#base = this.#store.merge(base, text);
			this.#takeBeside(list);
		});
		// Where nothing was new here, that is theirs, and what listeners changed since is not in it.
		if (isStored) this.#stored = merged;
		// Theirs is this very list, stored by somebody who had the same.
		else if (
			this.#options.format === "todos.json"
				? todosJson(this.#store) === text
				: this.#checkpoint() === list.checkpoint
		)
			this.#stored = this.#now();
	}

	/**
	 * The storage lost what it had acknowledged, so what is here is written again. A text that this list was once itself has
	 * nothing to bring, nor has one that was deleted before this list began; any other is put together with this list, as somebody
	 * may have written it upon the older one.
	 */
	#takeOlder({ text, revision }: StoredText, list: StoredList): void {
		this.#stored = nothing;
		const wasDeleted =
			(list.trail?.deletions ?? this.#trail.deletions) < this.#trail.deletions;
		if (!wasDeleted) this.#merge(text, list, this.#hasBeen(text) ? text : "");
		this.#tellOfLoss(`is at revision ${revision} of the storage`);
	}

	/** The storage lost it entirely. It is whole here. */
	#takeNothing(): void {
		this.#stored = nothing;
		this.#tellOfLoss("is gone from the storage");
	}

	#tellOfLoss(what: string): void {
		const { name, revision } = this.#place;
		this.#tell(
			new StorageError(
				"rolled_back",
				`"${name}" ${what}, which had acknowledged revision ${revision}: what is here is written again`,
			),
		);
	}

	/** Whether a text is one that the history of the store holds, under whatever number since others were merged with it. */
	#hasBeen(text: string): boolean {
		if (this.#options.format === "todos.json") return false;
		const older = TodoStore.fromCheckpoint(text);
		const last = older.history().map(words).at(-1);
		older.free();
		return this.#store
			.history()
			.map(words)
			.includes(last as string);
	}

	#takeTheirs(text: string, list: StoredList, conflict: StorageError): void {
		const [stored, before] = [this.#stored, this.#now()];
		// Made of a copy: listeners may have changed the store by the time that it is theirs.
		const theirs = TodoStore.fromCheckpoint(this.#checkpoint());
		theirs.load(text);
		this.#base = theirs.checkpoint();
		theirs.free();
		this.#takeBeside(list);
		const loaded = this.#changed(() => this.#store.load(text));
		this.#stored = loaded;
		if (loaded !== before) this.#waiters.reject(conflict, stored, before);
	}

	/**
	 * Changes the store, and returns the revision of that change alone: its listeners may have changed it again by now. The first one
	 * that is heard is that of the change; where none is, others wait to be told first, and nobody has gone on yet.
	 */
	#changed(change: () => void): number {
		this.#heard = undefined;
		change();
		return this.#heard ?? this.#now();
	}

	/** What is in the store already is merged in, whatever is to happen later: it has never been stored. */
	async #takeFirst({ text, revision }: StoredText): Promise<void> {
		try {
			this.#merge(text, takenApart(text));
		} catch (error) {
			const isUnreadable =
				error instanceof TodoError &&
				(error.code === "invalid_checkpoint" ||
					error.code === "newer_checkpoint");
			if (!isUnreadable || this.#options.unreadable !== "start_empty")
				throw error;
			await this.#keepAside(text);
			this.#stored = nothing;
		}
		this.#place.revision = revision;
	}

	/** Stores a text under the first name at which nothing is, or the same. */
	async #keepAside(text: string): Promise<void> {
		for (let number = 1; ; number++) {
			const isKept = await revise(
				this.#storage,
				asideName(this.#place.name, number),
				(there) =>
					there === null || there === ""
						? { result: true, text }
						: { result: there === text },
			);
			if (isKept) return;
		}
	}

	/** Tells those whose changes are stored. */
	#settle(): void {
		if (!this.#isStale)
			this.#waiters.resolve(this.#stored, this.#companions.stored);
	}

	#fail(error: StorageError): void {
		if (this.#deleted && this.#marker === undefined) return;
		// What could not be read is no reason to say that something is not stored.
		const isUnstored = this.#marker !== undefined || !this.#isAllStored();
		if (isUnstored) this.#error = error;
		const isRetried = isUnstored || this.#isBehind;
		if (isRetried) this.#retryLater(error);
		this.#waiters.reject(error);
		if (this.#reported === error.code) return;
		this.#reported = isRetried ? error.code : undefined;
		this.#tell(error);
	}

	#tell(error: StorageError): void {
		heard(
			this.#options.onError ??
				((error) => console.error("agent-todos:", error)),
			error,
		);
	}

	/** Tries again after some time, unless it is stopped or the store is gone. It does not keep a program alive that would end. */
	#retryLater(error: StorageError): void {
		const code = codeOf(error.cause);
		const isGone = code === "freed" || code === "broken";
		if (this.#last !== undefined || isGone) return;
		const delay = backOff(this.#retries, 1000, longestWait);
		this.#retries += 1;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#run(), delay);
		(this.#timer as { unref?: () => void }).unref?.();
	}
}

/** Under which a text is kept aside that could not be read. */
const asideName = (name: string, number: number) =>
	`${name}.unreadable-${number}`;

/** What a snapshot says, but for its number. */
const words = ({ by, at, todos }: Snapshot) => JSON.stringify([by, at, todos]);

/** Calls a listener. What it throws is reported as an event listener's error is, and stops nothing here. */
function heard(
	listener: ((error: StorageError) => void) | undefined,
	error: StorageError,
): void {
	try {
		listener?.(error);
	} catch (thrown) {
		report(thrown);
	}
}

const meanings: Partial<Record<TodoErrorCode, [StorageErrorCode, string]>> = {
	invalid_checkpoint: [
		"corrupt",
		"what is stored cannot be read, and stays as it is",
	],
	newer_checkpoint: [
		"newer_version",
		"what is stored cannot be read, and stays as it is",
	],
	freed: [
		"unavailable",
		"the store was freed before its last change was stored: await stop() first",
	],
	broken: ["unavailable", "its last change cannot be read any more"],
};

/** Whatever a storage or the core threw, as a `StorageError`. */
function failure(error: unknown): StorageError {
	try {
		// Also one of another copy of this package.
		if ((error as Error | undefined)?.name === "StorageError")
			return error as StorageError;
		if (error instanceof TodoError) {
			const [code, what] = meanings[error.code] ?? [
				"refused",
				"it cannot be merged with what is stored",
			];
			return new StorageError(code, `${what}: ${error.message}`, {
				cause: error,
			});
		}
	} catch {} // A Proxy that may not be looked at.
	return new StorageError(
		"unavailable",
		`the storage failed: ${messageOf(error)}`,
		{ cause: error },
	);
}
