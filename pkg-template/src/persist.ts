// `persist(store, storage, name)`: keeps a list in a storage. It is read when this starts and written after each change; what
// several contexts write comes together by the rules of `TodoStore.merge`.
//
// There is one loop, which runs while something is to be done, so that nothing is ever read or written twice at once: read what
// others stored, if asked for; then write, and again if changes came in the meantime. All that changed while a write was under
// way goes out with the next one.

import type { TodoErrorCode } from "../generated/agent_todos_bg.js";
import { TodoStore } from "../generated/agent_todos_bg.js";
import { report, TodoError } from "../generated/snippets.js";
import type { StorageErrorCode, Stored, TodoStorage } from "./storage.js";
import { StorageError } from "./storage.js";
import { todosJson } from "./todos-json.js";

export interface PersistOptions {
	/**
	 * What happens when somebody else has written since. `"merge"` (default): both lists come together, see `TodoStore.merge`.
	 * `"theirs"`: this store takes theirs over, and what it could not store is dropped, which rejects the `flushed()` that wait for
	 * it. `"ours"`: theirs is overwritten.
	 */
	readonly conflict?: "merge" | "theirs" | "ours";
	/**
	 * What happens when it starts and what is stored cannot be read. `"throw"` (default): it rejects with `corrupt` or
	 * `newer_version`, and what is stored stays where it is. `"start_empty"`: the text is first stored under
	 * `<name>.unreadable-1`, or the next number that is free, then the list is written anew.
	 */
	readonly unreadable?: "throw" | "start_empty";
	/**
	 * What is written: `"checkpoint"` (default), which has keys, options and history, or `"todos.json"`, a bare array of id, content
	 * and status. Either is read.
	 */
	readonly format?: "checkpoint" | "todos.json";
	/** Called when a write was refused because somebody else had written, before that is settled as `conflict` says. */
	readonly onConflict?: (error: StorageError) => void;
	/**
	 * Called when something could not be stored, or what others stored not be read. The changes are still in the store, and tried
	 * again at the next change and by `retry()`. Without this, errors go to the console.
	 */
	readonly onError?: (error: StorageError) => void;
}

/** A list that is kept. */
export interface Persistence {
	/** Whether everything in the store is stored. */
	readonly isStored: boolean;
	/**
	 * Resolves when all changes up to this call are stored. Rejects with a `StorageError` when a write fails on the way, or the last
	 * one has failed and none is under way: the changes are still in the store then, see `retry()`.
	 */
	flushed(): Promise<void>;
	/** Writes what is not stored yet, and resolves and rejects as `flushed()` does. */
	retry(): Promise<void>;
	/** Reads what others have stored and takes it over, merged with what is not stored here yet. Then as `flushed()`. */
	refresh(): Promise<void>;
	/** Ends it: no later change is written. Resolves and rejects as `flushed()` does for those before; to be awaited before `free()`. */
	stop(): Promise<void>;
}

/**
 * Keeps a store under a name of a storage, from now on. Resolves when what is stored there has been read into the store. What was
 * in the store before that, or came in while it was read, is merged into it: nothing is lost.
 *
 * Rejects with a `StorageError` when it cannot be read; the store then has what it had, and nothing is written. Throws
 * `invalid_argument` for an option that is none.
 */
export async function persist(
	store: TodoStore,
	storage: TodoStorage,
	name: string,
	options: PersistOptions = {},
): Promise<Persistence> {
	if (!(store instanceof TodoStore))
		throw new TodoError("invalid_argument", "persist() takes a TodoStore");
	// A smaller module cannot write it: said now, rather than at the first change.
	if (checked(options).format === "todos.json") todosJson(store);
	const keeper = new Keeper(store, storage, name, options);
	await keeper.start();
	return keeper;
}

const choices = {
	conflict: ["merge", "theirs", "ours"],
	unreadable: ["throw", "start_empty"],
	format: ["checkpoint", "todos.json"],
} as const;

/** A misspelt option must not pass for a default. */
function checked(options: PersistOptions): PersistOptions {
	for (const [key, value] of Object.entries(options)) {
		const words: readonly unknown[] | undefined =
			choices[key as keyof typeof choices];
		const isKnown = words
			? words.includes(value)
			: key === "onConflict" || key === "onError";
		if (!isKnown && value !== undefined)
			throw new TodoError(
				"invalid_argument",
				`persist(): ${key}: ${String(value)} is no option: there is ${JSON.stringify(choices)}, onConflict and onError`,
			);
	}
	return options;
}

interface Waiter {
	/** The number of the change that has to be stored. */
	readonly until: number;
	readonly resolve: () => void;
	readonly reject: (error: StorageError) => void;
}

class Keeper implements Persistence {
	readonly #store: TodoStore;
	readonly #storage: TodoStorage;
	readonly #name: string;
	readonly #options: PersistOptions;
	readonly #unsubscribe: () => void;

	/** How many changes there were, and how many of them are stored. */
	#changes: number;
	#stored = 0;
	/** The storage's revision of what was last read or written, and that as a checkpoint. */
	#revision = 0;
	#base = "";

	#isRunning = false;
	/** Whether to read what others have stored. */
	#isStale = false;
	/** Why the last write failed; the loop stands still since. */
	#error: StorageError | undefined;
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
		this.#changes = store.revision === 0 && store.size === 0 ? 0 : 1;
		// At once: a change that comes while the storage is read counts.
		this.#unsubscribe = store.subscribe(() => {
			this.#changes += 1;
			this.#run();
		});
	}

	/** Reads what is stored. Then the loop may run. */
	async start(): Promise<void> {
		this.#isRunning = true;
		try {
			const stored = await this.#storage.read(this.#name);
			if (stored) await this.#takeFirst(stored);
		} catch (error) {
			this.#unsubscribe();
			throw failure(error);
		}
		this.#isRunning = false;
		this.#run();
	}

	get isStored(): boolean {
		return this.#stored === this.#changes;
	}

	flushed(): Promise<void> {
		if (this.#error) return Promise.reject(this.#error);
		if (this.isStored && !this.#isStale) return Promise.resolve();
		return new Promise((resolve, reject) =>
			this.#waiters.push({ until: this.#changes, resolve, reject }),
		);
	}

	retry(): Promise<void> {
		this.#run();
		return this.flushed();
	}

	refresh(): Promise<void> {
		this.#isStale = true;
		return this.retry();
	}

	stop(): Promise<void> {
		this.#unsubscribe();
		return this.flushed();
	}

	/** Starts the loop, unless it runs. */
	#run(): void {
		this.#error = undefined;
		if (!this.#isRunning) void this.#loop();
	}

	async #loop(): Promise<void> {
		this.#isRunning = true;
		try {
			// A burst of changes is one write.
			await undefined;
			while (this.#isStale || !this.isStored) {
				if (this.#isStale) await this.#read();
				else await this.#write();
				this.#settle();
			}
			// Not a moment later: whoever was just told may change the store, and that has to start it again.
			this.#isRunning = false;
		} catch (error) {
			this.#isRunning = false;
			this.#fail(failure(error));
		}
	}

	async #read(): Promise<void> {
		this.#isStale = false;
		const stored = await this.#storage.read(this.#name);
		if (stored && stored.revision !== this.#revision) this.#take(stored);
	}

	async #write(): Promise<void> {
		const changes = this.#changes;
		const checkpoint = this.#store.checkpoint();
		try {
			this.#revision = await this.#storage.write(
				this.#name,
				this.#text(checkpoint),
				this.#revision,
			);
			this.#base = checkpoint;
			this.#stored = changes;
		} catch (error) {
			if ((error as StorageError).code !== "conflict") throw error;
			await this.#settleConflict(error as StorageError);
		}
	}

	/** What is stored of a store that has this checkpoint. */
	#text(checkpoint: string): string {
		return this.#options.format === "todos.json"
			? todosJson(this.#store)
			: checkpoint;
	}

	async #settleConflict(conflict: StorageError): Promise<void> {
		heard(this.#options.onConflict, conflict);
		const stored = await this.#storage.read(this.#name);
		if ((stored?.revision ?? 0) === this.#revision) {
			throw new StorageError(
				"unavailable",
				`the storage refused a write upon revision ${this.#revision} of "${this.#name}", which is the one that it has`,
				{ cause: conflict },
			);
		}
		if (stored) this.#take(stored, conflict);
		// Somebody removed it. It is whole here.
		else this.#revision = 0;
	}

	/** Takes over what somebody else has stored. */
	#take({ text, revision }: Stored, conflict?: StorageError): void {
		// Where nothing is new here, nothing is in conflict, and merging gives theirs.
		const choice = this.isStored
			? "merge"
			: (this.#options.conflict ?? "merge");
		if (choice === "merge") this.#merge(text);
		else if (choice === "theirs")
			this.#takeTheirs(
				text,
				conflict ?? StorageError.conflict(this.#name, this.#revision, revision),
			);
		this.#revision = revision;
	}

	#merge(text: string): void {
		const { isStored } = this;
		this.#base = this.#store.merge(this.#base, text);
		// Theirs may have been ours: stored, but not acknowledged.
		if (isStored || this.#text(this.#store.checkpoint()) === text)
			this.#stored = this.#changes;
	}

	#takeTheirs(text: string, conflict: StorageError): void {
		this.#store.load(text);
		this.#base = this.#store.checkpoint();
		this.#stored = this.#changes;
		for (const { reject } of this.#waiters.splice(0)) reject(conflict);
	}

	/** What is in the store already is merged in, whatever is to happen later: it has never been stored. */
	async #takeFirst({ text, revision }: Stored): Promise<void> {
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
			this.#changes += 1;
		}
		this.#revision = revision;
	}

	/** Stores a text under the first name at which nothing is, or the same. */
	async #keepAside(text: string): Promise<void> {
		for (let number = 1; ; ) {
			const name = `${this.#name}.unreadable-${number}`;
			const there = await this.#storage.read(name);
			if (there?.text === text) return;
			if (there) {
				number += 1;
				continue;
			}
			try {
				await this.#storage.write(name, text, 0);
			} catch (error) {
				// Another context does the same: see what it stored.
				if ((error as StorageError).code !== "conflict") throw error;
			}
		}
	}

	/** Tells those whose changes are stored. */
	#settle(): void {
		if (this.#isStale) return;
		const isDue = ({ until }: Waiter) => until <= this.#stored;
		const due = this.#waiters.filter(isDue);
		this.#waiters = this.#waiters.filter((waiter) => !isDue(waiter));
		for (const { resolve } of due) resolve();
	}

	#fail(error: StorageError): void {
		// What could not be read is no reason to say that something is not stored.
		if (!this.isStored) this.#error = error;
		for (const { reject } of this.#waiters.splice(0)) reject(error);
		heard(
			this.#options.onError ??
				((error) => console.error("agent-todos:", error)),
			error,
		);
	}
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
};

function failure(error: unknown): StorageError {
	if (error instanceof TodoError) {
		const [code, what] = meanings[error.code] ?? [
			"refused",
			"it cannot be merged with what is stored",
		];
		return new StorageError(code, `${what}: ${error.message}`, {
			cause: error,
		});
	}
	// Also one of another copy of this package.
	if ((error as Error | undefined)?.name === "StorageError")
		return error as StorageError;
	return new StorageError(
		"unavailable",
		`the storage failed: ${String((error as Error | undefined)?.message ?? error)}`,
		{ cause: error },
	);
}
