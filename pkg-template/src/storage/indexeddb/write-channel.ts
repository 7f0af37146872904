// Writes in one database, as every context of the origin reports them: IndexedDB itself reports nothing.

type OnWrite = (revision?: number) => void;

/** What one context sends to the others. */
interface Write {
	readonly name: string;
	readonly revision: number;
}

/** Reports the writes of this context to the others, and receives theirs. */
export class WriteChannel {
	readonly #channel: string;
	readonly #watchers = new Map<string, Set<OnWrite>>();
	/** Open while somebody watches. */
	#open: BroadcastChannel | undefined;

	constructor(database: string) {
		this.#channel = `agent-todos IndexedDB ${database}`;
	}

	/** Calls `onWrite` for each write under a name. Returns the function that stops this. */
	watch(name: string, onWrite: OnWrite): () => void {
		// A new function, as the same one may watch twice.
		const watcher: OnWrite = (revision) => onWrite(revision);
		const watchers = this.#watchers.get(name) ?? new Set();
		this.#watchers.set(name, watchers.add(watcher));
		this.#open ??= this.#listen();
		return () => {
			watchers.delete(watcher);
			if (watchers.size > 0 || this.#watchers.get(name) !== watchers) return;
			this.#watchers.delete(name);
			if (this.#watchers.size > 0) return;
			this.#open?.close();
			this.#open = undefined;
		};
	}

	/** Reports a write of this context. */
	report(write: Write): void {
		// A channel does not send to itself.
		this.#call(write);
		const channel = this.#open ?? openChannel(this.#channel);
		channel?.postMessage(write);
		if (channel !== this.#open) channel?.close();
	}

	#listen(): BroadcastChannel | undefined {
		const channel = openChannel(this.#channel);
		channel?.addEventListener("message", ({ data }: MessageEvent) => {
			// Anything of the origin may send on the channel.
			const { name, revision } = Object(data) as Partial<Write>;
			if (typeof name === "string" && Number.isSafeInteger(revision))
				this.#call({ name, revision: revision as number });
		});
		return channel;
	}

	#call({ name, revision }: Write): void {
		for (const onWrite of this.#watchers.get(name) ?? []) onWrite(revision);
	}
}

/** Opens a channel. A context that may not open one receives only its own writes. */
function openChannel(name: string): BroadcastChannel | undefined {
	try {
		const channel = new BroadcastChannel(name);
		// In Node, it does not keep a program alive.
		(channel as { unref?(): void }).unref?.();
		return channel;
	} catch {
		return undefined;
	}
}
