// `persist(store, storage, name)`: keeps a list in a storage. It is read when this starts and written after each change; what
// several contexts write comes together by the rules of `TodoStore.merge`.
//
// There is one loop, which runs while something is to be done, so that nothing is ever read or written twice at once: read what
// others stored, if asked for; then write, and again if changes came in the meantime. All that changed while a write was under
// way goes out with the next one. What is stored is known by the store's revision: whoever changes the list, and whenever (a
// listener, in the middle of a merge), makes a higher one.

import type { Snapshot, TodoErrorCode } from "../generated/agent_todos_bg.js";
import { TodoStore } from "../generated/agent_todos_bg.js";
import { report, TodoError } from "../generated/snippets.js";
import { backOff, giveWay, mostConflicts } from "./back-off.js";
import {
	checkMethods,
	checkObject,
	checkOptionalFunction,
	refuse,
} from "./check.js";
import { checkStore } from "./check-store.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./storage.js";
import { StorageError } from "./storage.js";
import { codeOf, messageOf } from "./thrown.js";
import { todosJson } from "./todos-json.js";

/** The options of `persist`. */
export interface PersistOptions {
	/**
	 * What to do if another context has written since. `"merge"` (default) merges both lists, as `TodoStore.merge`
	 * does. `"theirs"` takes over the other list and drops the changes that could not be stored; pending `flushed()`
	 * promises reject. `"ours"` overwrites the other list.
	 */
	readonly conflict?: "merge" | "theirs" | "ours" | undefined;
	/**
	 * What to do if the stored text cannot be read at the start. `"throw"` (default) rejects with `corrupt` or
	 * `newer_version`, and leaves the text as it is. `"start_empty"` first stores the text under
	 * `<name>.unreadable-1`, or the next free number, and then writes the list.
	 */
	readonly unreadable?: "throw" | "start_empty" | undefined;
	/**
	 * The format to write: `"checkpoint"` (default), which includes keys, options and history, or `"todos.json"`, a
	 * bare array of objects with id, content and status. Both can be read.
	 */
	readonly format?: "checkpoint" | "todos.json" | undefined;
	/**
	 * The number of latest snapshots to store, 1 to 1,000,000. Default 100, so that the cost of a write does not grow
	 * with the session. The store itself keeps as many as its own `maxSnapshots`.
	 */
	readonly maxSnapshots?: number | undefined;
	/** Called when a write was refused because another context had written, before `conflict` resolves it. */
	readonly onConflict?: ((error: StorageError) => void) | undefined;
	/**
	 * Called when the list could not be stored, or a list that others stored could not be read. The changes are still
	 * in the store. The write is repeated at the next change, by `retry()`, and automatically after some time; this
	 * is called again only if it then fails for another reason. Called with `rolled_back` if the storage lost a write that
	 * it had acknowledged. Without this, errors go to the console.
	 */
	readonly onError?: ((error: StorageError) => void) | undefined;
}

/**
 * An object that can be stored with a list: a run, a conversation, or one of your own that can write itself as
 * text.
 */
export interface Checkpointable {
	/**
	 * Returns the text to store. The same state must return the same text, as it is compared with the previous one.
	 */
	checkpoint(): string;
}

/** A list that is being stored. */
export interface Persistence {
	/** The texts stored with the list, by name, as last read or written: results of `checkpoint()`. */
	readonly saved: Readonly<Record<string, string>>;
	/**
	 * Stores these objects with the list from now on, in the same write, under their names. A name whose value is
	 * undefined is no longer stored. Only one context should keep a name. Names that this context does not keep stay
	 * stored unchanged.
	 *
	 * A change of such an object is stored with the next change of the list, and by `flushed()`. If its
	 * `checkpoint()` throws, because it was freed, for example, its last text stays stored. Throws `invalid_argument`
	 * for an object without `checkpoint()`, and for the format `todos.json`, which has no place for it.
	 */
	keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void;
	/** Whether the store, and everything that `keep()` added, is stored completely. */
	readonly isStored: boolean;
	/**
	 * Resolves when all changes up to this call are stored, with everything that `keep()` added. Rejects with a
	 * `StorageError` if a write fails meanwhile, or if the last write failed and none is under way. The changes then
	 * are still in the store: see `retry()`.
	 */
	flushed(): Promise<void>;
	/** Writes what is not stored yet. Resolves and rejects as `flushed()` does. */
	retry(): Promise<void>;
	/**
	 * Reads what others have stored and merges it with what is not stored here yet. Then resolves and rejects as
	 * `flushed()` does.
	 */
	refresh(): Promise<void>;
	/**
	 * Stops storing: later changes are not written, and the store may be garbage-collected again. Resolves and
	 * rejects as `flushed()` does for earlier changes. Await it before `free()`.
	 */
	stop(): Promise<void>;
}

/**
 * Stores a list under a name of a storage from now on. Resolves when the stored list has been read into the store.
 * Todos that were in the store before, or were added meanwhile, are merged into it: nothing is lost.
 *
 * Rejects with a `StorageError` if the stored list cannot be read; the store is then unchanged, and nothing is
 * written. Throws `invalid_argument` if an argument is ill-typed or an option unknown.
 *
 * @example
 * ```ts
 * import { type Checkpointable, type Persistence, persist, type PersistOptions, TodoStore } from "agent-todos";
 * import { memoryStorage } from "agent-todos/storage/memory";
 *
 * const storage = memoryStorage(); // indexedDbStorage() in a browser
 * const options: PersistOptions = { maxSnapshots: 20, onError: (error) => console.warn(error.code) };
 * const store = new TodoStore();
 * const persistence: Persistence = await persist(store, storage, "todos", options);
 * const notes: Checkpointable = { checkpoint: () => "a text of yours" };
 * persistence.keep({ notes });
 * store.addMultiple(["Find a kettle"]);
 * await persistence.flushed(); // stored now
 *
 * const again = new TodoStore();
 * const { saved } = await persist(again, storage, "todos");
 * console.log(again.size, saved.notes); // → 1 a text of yours
 * ```
 */
export async function persist(
	store: TodoStore,
	storage: TodoStorage,
	name: string,
	options: PersistOptions = {},
): Promise<Persistence> {
	checkStore(store, "persist(): store");
	checkMethods(storage, "persist(): storage", "read", "write");
	if (typeof name !== "string") refuse("persist(): name", "a string");
	const keeper = new Keeper(store, storage, name, checked(store, options));
	await keeper.start();
	return keeper;
}

const choices = {
	conflict: ["merge", "theirs", "ours"],
	unreadable: ["throw", "start_empty"],
	format: ["checkpoint", "todos.json"],
} as const;
const others = ["maxSnapshots", "onConflict", "onError"];

/** A misspelt option must not pass for a default. */
function checked(store: TodoStore, options: PersistOptions): PersistOptions {
	checkObject(options, "persist(): options");
	for (const [key, value] of Object.entries(options)) {
		const words: readonly unknown[] | undefined =
			choices[key as keyof typeof choices];
		const isKnown = words ? words.includes(value) : others.includes(key);
		if (!isKnown && value !== undefined)
			throw new TodoError(
				"invalid_argument",
				`persist(): ${key}: ${String(value)} is not an option: expected ${JSON.stringify(choices)}, ${others.join(", ")}`,
			);
	}
	const { maxSnapshots, onConflict, onError } = options;
	// The core knows its bounds.
	if (maxSnapshots !== undefined) store.checkpoint({ maxSnapshots });
	checkOptionalFunction(onConflict, "persist(): onConflict");
	checkOptionalFunction(onError, "persist(): onError");
	return options;
}

/** How many snapshots are stored unless the host says otherwise. */
const defaultSnapshots = 100;
/** The longest wait before the next try after a failure, in milliseconds. */
const longestWait = 60_000;

interface Waiter {
	/** The revision that has to be stored. */
	readonly until: number;
	/** The number of the companions that have to be. */
	readonly companions: number;
	readonly resolve: () => void;
	readonly reject: (error: StorageError) => void;
}

/** What is kept with a list here. */
interface Companions {
	/** By name; undefined is what is no longer to be stored. */
	readonly kept: ReadonlyMap<string, string | undefined>;
	/** Grows each time that they are found to be others. */
	readonly number: number;
}

/** What a write stores: the text, and the store and its companions as they were. */
interface Writing {
	readonly text: string;
	readonly checkpoint: string;
	readonly revision: number;
	readonly companions: number;
	readonly texts: Readonly<Record<string, string>>;
}

/** No revision of a store: nothing of it is stored. */
const nothing = -1;

class Keeper implements Persistence {
	readonly #store: TodoStore;
	readonly #storage: TodoStorage;
	readonly #name: string;
	readonly #options: PersistOptions;
	readonly #unsubscribe: () => void;

	/** The store's revision that is stored. */
	#stored: number;
	/** The store's latest revision, as far as it is known. */
	#latest: number;
	/** The one that has to be stored when this was stopped. */
	#last: number | undefined;
	/** The first revision that the store told while it took over what others have stored. */
	#heard: number | undefined;
	/** The storage's revision of what was last read or written, and that as a checkpoint. */
	#revision = 0;
	#base = "";
	/** The last write that failed, which may have come to pass all the same. */
	#failed: Writing | undefined;

	/** What is kept with the list, by name. */
	readonly #kept = new Map<string, Checkpointable | undefined>();
	#saved: Readonly<Record<string, string>> = Object.freeze({});
	/** The same as it was last looked at; and the number of those that are stored. */
	#companions: Companions = { kept: new Map(), number: 0 };
	#storedCompanions = 0;

	#isRunning = false;
	/** Whether to read what others have stored, because the host said so. */
	#isStale = false;
	/** The latest revision that the storage reported by itself; infinite where a write may have been missed. */
	#reportedRevision = 0;
	#unwatch: (() => void) | undefined;
	/** How many writes in a row were refused because somebody else had written. */
	#conflicts = 0;
	/** Why the last write failed; the loop stands still since. */
	#error: StorageError | undefined;
	/** The code of the error that the host knows of. */
	#reported: StorageErrorCode | undefined;
	/** When it is tried again by itself, and how often it has been since it last worked. */
	#timer: ReturnType<typeof setTimeout> | undefined;
	#retries = 0;
	#waiters: Waiter[] = [];

	constructor(
		store: TodoStore,
		storage: TodoStorage,
		name: string,
		options: PersistOptions,
	) {
		this.#store = store;
		this.#storage = storage;
		this.#name = name;
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
				this.#name,
				(revision = Number.POSITIVE_INFINITY) => this.#hear(revision),
			);
			const stored = await this.#readStorage(this.#name);
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
		this.#lookAtCompanions();
		return this.#isAllStored();
	}

	get saved(): Readonly<Record<string, string>> {
		return this.#saved;
	}

	keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void {
		checkObject(parts, "keep(): parts");
		if (this.#options.format === "todos.json")
			throw new TodoError(
				"invalid_argument",
				"keep(): the format todos.json holds a list alone: store with the format checkpoint",
			);
		const entries = Object.entries(parts);
		for (const [name, part] of entries) {
			if (part === undefined) continue;
			checkMethods(part, `keep(): ${name}`, "checkpoint");
			if (typeof part.checkpoint() !== "string")
				refuse(`keep(): what ${name}.checkpoint() returns`, "a string");
		}
		for (const [name, part] of entries) this.#kept.set(name, part);
		if (!this.isStored && !this.#isRunning) this.#run();
	}

	flushed(): Promise<void> {
		if (this.#error) return Promise.reject(this.#error);
		if (this.isStored && !this.#isStale) return Promise.resolve();
		// Changed by a listener, whose change others have yet to hear of; or what is kept with the list changed.
		if (!this.#isRunning) this.#run();
		return new Promise((resolve, reject) =>
			this.#waiters.push({
				until: this.#wanted(),
				companions: this.#companions.number,
				resolve,
				reject,
			}),
		);
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
		this.#lookAtCompanions();
		this.#last ??= this.#now();
		clearTimeout(this.#timer);
		this.#unsubscribe();
		this.#unwatch?.();
		return this.flushed();
	}

	#isListStored(): boolean {
		return this.#stored >= this.#wanted();
	}

	#isAllStored(): boolean {
		return (
			this.#isListStored() && this.#storedCompanions >= this.#companions.number
		);
	}

	/** Looks at what is kept with the list. */
	#lookAtCompanions(): void {
		const { kept: before, number } = this.#companions;
		const kept = new Map<string, string | undefined>();
		for (const [name, part] of this.#kept)
			kept.set(name, part && (this.#textOf(part) ?? before.get(name)));
		const isAsBefore =
			kept.size === before.size &&
			[...kept].every(([name, text]) => before.get(name) === text);
		if (!isAsBefore) this.#companions = { kept, number: number + 1 };
	}

	/** None of what was freed, and none when this was stopped: what it last was stays. */
	#textOf(part: Checkpointable): string | undefined {
		try {
			return this.#last === undefined ? part.checkpoint() : undefined;
		} catch {
			return undefined;
		}
	}

	/** What is to be stored with the list: what others stored with it, but for what is kept here. */
	#texts(): Readonly<Record<string, string>> {
		const texts = new Map(Object.entries(this.#saved));
		for (const [name, text] of this.#companions.kept) {
			if (text === undefined) texts.delete(name);
			else texts.set(name, text);
		}
		return Object.freeze(Object.fromEntries(texts));
	}

	/**
	 * Takes over what somebody stored with the list. What is kept here under the same name is written with the next change here, and not
	 * at once: of two that keep one name, neither would ever rest.
	 */
	#takeCompanions(text: string): void {
		this.#saved =
			this.#options.format === "todos.json" ? {} : companionsIn(text);
		this.#lookAtCompanions();
		const { kept, number } = this.#companions;
		// The write came to pass, and only its acknowledgement was lost.
		if ([...kept].every(([name, text]) => this.#saved[name] === text))
			this.#storedCompanions = number;
	}

	/** Somebody has written. A write of this one's own is known when it is answered. */
	#hear(revision: number): void {
		this.#reportedRevision = Math.max(this.#reportedRevision, revision);
		if (!this.#isRunning && this.#isBehind) this.#run();
	}

	/** Whether others have stored what was not read yet. */
	get #isBehind(): boolean {
		return this.#isStale || this.#reportedRevision > this.#revision;
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
			while (this.#isBehind || !this.#isAllStored()) {
				if (this.#isBehind) await this.#read();
				else await this.#write();
				this.#settle();
			}
			this.#conflicts = 0;
			this.#retries = 0;
			this.#reported = undefined;
			// Not a moment later: whoever was just told may change the store, and that has to start it again.
			this.#isRunning = false;
		} catch (error) {
			this.#isRunning = false;
			this.#fail(failure(error));
		}
	}

	async #read(): Promise<void> {
		const isAsked = this.#isStale;
		this.#isStale = false;
		this.#reportedRevision = 0;
		try {
			const stored = await this.#readStorage(this.#name);
			if ((stored?.revision ?? 0) !== this.#revision) this.#take(stored);
		} catch (error) {
			// What the host asked for it hears of, and may ask for again.
			if (!isAsked) this.#reportedRevision = Number.POSITIVE_INFINITY;
			throw error;
		}
	}

	/** What is stored under a name, if it is what a storage is to give. */
	async #readStorage(name: string): Promise<StoredText | null> {
		const stored = (await this.#storage.read(name)) ?? null;
		if (
			stored !== null &&
			(typeof stored.text !== "string" || !isRevision(stored.revision))
		)
			throw unfit("read()", "null or { text, revision }");
		return stored;
	}

	async #write(): Promise<void> {
		const revision = this.#now();
		const checkpoint = this.#checkpoint();
		this.#lookAtCompanions();
		const writing = {
			text: this.#text(checkpoint),
			checkpoint,
			revision,
			companions: this.#companions.number,
			texts: this.#texts(),
		};
		try {
			const written = await this.#storage.write(
				this.#name,
				writing.text,
				this.#revision,
			);
			if (!isRevision(written)) throw unfit("write()", "the new revision");
			this.#revision = written;
			this.#isWritten(writing);
		} catch (error) {
			if (codeOf(error) !== "conflict") {
				this.#failed = writing;
				throw error;
			}
			await this.#settleConflict(error as StorageError);
		}
	}

	/** What the storage has is this. */
	#isWritten({ checkpoint, revision, companions, texts }: Writing): void {
		this.#base = checkpoint;
		this.#stored = revision;
		this.#saved = texts;
		this.#storedCompanions = companions;
		this.#failed = undefined;
		this.#conflicts = 0;
		this.#retries = 0;
		this.#reported = undefined;
	}

	#checkpoint(): string {
		const { maxSnapshots = defaultSnapshots } = this.#options;
		return this.#store.checkpoint({ maxSnapshots });
	}

	/** What is stored of a store that has this checkpoint. */
	#text(checkpoint: string): string {
		return this.#options.format === "todos.json"
			? todosJson(this.#store)
			: withCompanions(checkpoint, this.#texts());
	}

	async #settleConflict(conflict: StorageError): Promise<void> {
		if (this.#conflicts === mostConflicts) {
			this.#conflicts = 0;
			throw new StorageError(
				"unavailable",
				`${mostConflicts + 1} writes of "${this.#name}" in a row were refused because somebody else had written: the storage refuses every write, or others write without pause`,
				{ cause: conflict },
			);
		}
		await giveWay(this.#conflicts);
		this.#conflicts += 1;
		const stored = await this.#readStorage(this.#name);
		if ((stored?.revision ?? 0) === this.#revision) {
			throw new StorageError(
				"unavailable",
				`the storage refused a write on revision ${this.#revision} of "${this.#name}", which is the one that it has`,
				{ cause: conflict },
			);
		}
		if (stored && stored.revision > this.#revision)
			heard(this.#options.onConflict, conflict);
		this.#take(stored, conflict);
	}

	/** Takes over what somebody else has stored; null if the storage has lost it. */
	#take(stored: StoredText | null, conflict?: StorageError): void {
		if (!stored) {
			this.#takeNothing();
			return;
		}
		const { text, revision } = stored;
		// Where nothing is new here, nothing is in conflict, and merging gives theirs.
		const choice = this.#isListStored()
			? "merge"
			: (this.#options.conflict ?? "merge");
		if (revision < this.#revision) this.#takeOlder(stored);
		// The write came to pass, and only its acknowledgement was lost.
		else if (this.#failed?.text === text) this.#isWritten(this.#failed);
		else if (choice === "merge") this.#merge(text);
		else if (choice === "theirs")
			this.#takeTheirs(
				text,
				conflict ?? StorageError.conflict(this.#name, this.#revision, revision),
			);
		else this.#takeCompanions(text);
		this.#revision = revision;
	}

	#merge(text: string, base = this.#base): void {
		const isStored = this.#isListStored();
		const merged = this.#changed(() => {
			this.#base = this.#store.merge(base, text);
			this.#takeCompanions(text);
		});
		// Where nothing was new here, that is theirs, and what listeners changed since is not in it.
		if (isStored) this.#stored = merged;
		// Theirs may have been ours: stored, but not acknowledged.
		else if (this.#text(this.#checkpoint()) === text)
			this.#stored = this.#now();
	}

	/**
	 * The storage lost what it had acknowledged, so what is here is written again. A text that this list was once itself has
	 * nothing to bring; any other is put together with this list, as somebody may have written it upon the older one.
	 */
	#takeOlder({ text, revision }: StoredText): void {
		this.#stored = nothing;
		this.#merge(text, this.#hasBeen(text) ? text : "");
		this.#tellOfLoss(`is at revision ${revision} of the storage`);
	}

	/** The storage lost it entirely. It is whole here. */
	#takeNothing(): void {
		this.#stored = nothing;
		this.#tellOfLoss("is gone from the storage");
		this.#revision = 0;
	}

	#tellOfLoss(what: string): void {
		this.#tell(
			new StorageError(
				"rolled_back",
				`"${this.#name}" ${what}, which had acknowledged revision ${this.#revision}: what is here is written again`,
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

	#takeTheirs(text: string, conflict: StorageError): void {
		const [stored, before] = [this.#stored, this.#now()];
		// Made of a copy: listeners may have changed the store by the time that it is theirs.
		const theirs = TodoStore.fromCheckpoint(this.#checkpoint());
		theirs.load(text);
		this.#base = theirs.checkpoint();
		theirs.free();
		this.#takeCompanions(text);
		const loaded = this.#changed(() => this.#store.load(text));
		this.#stored = loaded;
		if (loaded === before) return;
		const isDropped = ({ until }: Waiter) => until > stored && until <= before;
		const dropped = this.#waiters.filter(isDropped);
		this.#waiters = this.#waiters.filter((waiter) => !isDropped(waiter));
		for (const { reject } of dropped) reject(conflict);
	}

	/**
	 * Changes the store, and gives the revision of that change alone: its listeners may have changed it again by now. The first one
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
			this.#merge(text);
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
		this.#revision = revision;
	}

	/** Stores a text under the first name at which nothing is, or the same. */
	async #keepAside(text: string): Promise<void> {
		for (let number = 1; ; ) {
			const name = `${this.#name}.unreadable-${number}`;
			const there = await this.#readStorage(name);
			if (there?.text === text) return;
			if (there) {
				number += 1;
				continue;
			}
			try {
				await this.#storage.write(name, text, 0);
			} catch (error) {
				// Another context does the same: see what it stored. Where nothing is, the storage refuses every write.
				if (
					codeOf(error) !== "conflict" ||
					(await this.#readStorage(name)) === null
				)
					throw error;
			}
		}
	}

	/** Tells those whose changes are stored. */
	#settle(): void {
		if (this.#isStale) return;
		const isDue = ({ until, companions }: Waiter) =>
			until <= this.#stored && companions <= this.#storedCompanions;
		const due = this.#waiters.filter(isDue);
		this.#waiters = this.#waiters.filter((waiter) => !isDue(waiter));
		for (const { resolve } of due) resolve();
	}

	#fail(error: StorageError): void {
		// What could not be read is no reason to say that something is not stored.
		const isUnstored = !this.#isAllStored();
		if (isUnstored) this.#error = error;
		const isRetried = isUnstored || this.#isBehind;
		if (isRetried) this.#retryLater(error);
		for (const { reject } of this.#waiters.splice(0)) reject(error);
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

/** A checkpoint with what is stored with the list: an object at its end, which reading passes over. */
function withCompanions(
	checkpoint: string,
	texts: Readonly<Record<string, string>>,
): string {
	return Object.keys(texts).length === 0
		? checkpoint
		: `${checkpoint.slice(0, -1)},${JSON.stringify(texts)}]`;
}

/** What is stored with a list, in a text that the core has read. */
function companionsIn(text: string): Readonly<Record<string, string>> {
	let last: unknown;
	try {
		const parts: unknown = JSON.parse(text);
		// The other format is an array of objects.
		if (Array.isArray(parts) && typeof parts[0] === "string")
			last = parts.at(-1);
	} catch {} // It is to be overwritten, whatever it is.
	return Object.freeze(
		typeof last === "object" && last !== null && !Array.isArray(last)
			? (last as Record<string, string>)
			: {},
	);
}

/** What a snapshot says, but for its number. */
const words = ({ by, at, todos }: Snapshot) => JSON.stringify([by, at, todos]);

const isRevision = (value: unknown) =>
	Number.isSafeInteger(value) && (value as number) > 0;

function unfit(method: string, expected: string): StorageError {
	return new StorageError(
		"unavailable",
		`the storage's ${method} did not return ${expected}: see TodoStorage`,
	);
}

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
