// Writes in one database, as every context of the origin reports them: IndexedDB itself reports
// nothing.

import { type OnWrite, Watchers } from "../watchers.js";

/** What one context sends to the others. */
interface Write {
	readonly name: string;
	readonly revision: number;
}

/** Reports the writes of this context to the others, and receives theirs. */
export class WriteChannel {
	readonly #channel: string;
	/** Open while somebody watches. */
	#open: BroadcastChannel | undefined;
	readonly #watchers = new Watchers(() => {
		this.#open?.close();
		this.#open = undefined;
	});

	constructor(database: string) {
		this.#channel = `agent-todos IndexedDB ${database}`;
	}

	/** Calls `onWrite` for each write under a name. Returns the function that stops this. */
	watch(name: string, onWrite: OnWrite): () => void {
		this.#open ??= this.#listen();
		return this.#watchers.add(name, onWrite);
	}

	/** Reports a write of this context. */
	report(write: Write): void {
		// A channel does not send to itself.
		this.#watchers.report(write.name, write.revision);
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
				this.#watchers.report(name, revision as number);
		});
		return channel;
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
