// Who watches the names of a storage.

/** Called with the revision of a write, or without one if writes may have been missed. */
export type OnWrite = (revision?: number) => void;

export class Watchers {
	readonly #all = new Map<string, Set<OnWrite>>();
	readonly #unwatched: () => void;

	/** Calls `unwatched` when nobody watches any more. */
	constructor(unwatched: () => void) {
		this.#unwatched = unwatched;
	}

	/** Calls `onWrite` for each write under a name. Returns the function that stops this. */
	add(name: string, onWrite: OnWrite): () => void {
		// A new function, as the same one may watch twice.
		const watcher: OnWrite = (revision) => onWrite(revision);
		const watchers = this.#all.get(name) ?? new Set();
		this.#all.set(name, watchers.add(watcher));
		return () => {
			watchers.delete(watcher);
			if (watchers.size > 0 || this.#all.get(name) !== watchers) return;
			this.#all.delete(name);
			if (this.#all.size === 0) this.#unwatched();
		};
	}

	/** Reports a write to those who watch the name. */
	report(name: string, revision: number): void {
		for (const onWrite of this.#all.get(name) ?? []) onWrite(revision);
	}

	/** Reports to all that writes may have been missed. */
	reportMissed(): void {
		for (const watchers of this.#all.values())
			for (const onWrite of watchers) onWrite();
	}

	/** Ends every watch, without a call of `unwatched`. */
	clear(): void {
		this.#all.clear();
	}
}
