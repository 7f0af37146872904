// One connection that is notified of all writes (`LISTEN`), while somebody watches a name. A lost
// connection is opened again. Then every watcher is called, as writes may have been missed.

import type { Client } from "pg";
import { chooseDelay } from "../../arguments/timing.js";
import { type OnWrite, Watchers } from "../watchers.js";

/** Milliseconds before the next try to connect: the first time, and at most. */
const reconnectDelays = { firstMs: 100, maxMs: 10_000 };

export class WriteListener {
	readonly #connect: () => Client;
	readonly #channel: string;
	readonly #watchers = new Watchers(() => void this.stop());
	#client: Client | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#tries = 0;

	constructor(connect: () => Client, channel: string) {
		this.#connect = connect;
		this.#channel = channel;
	}

	/** Calls `onWrite` for each write under a key. Returns the function that stops this. */
	watch(key: string, onWrite: OnWrite): () => void {
		const unwatch = this.#watchers.add(key, onWrite);
		if (!this.#client && !this.#timer) this.#open();
		return unwatch;
	}

	/** Ends the connection, and with it every watch. */
	async stop(): Promise<void> {
		this.#watchers.clear();
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const client = this.#client;
		this.#client = undefined;
		await client?.end().catch(() => {});
	}

	#open(): void {
		const client = this.#connect();
		this.#client = client;
		client.on("error", () => this.#reconnect(client));
		client.on("end", () => this.#reconnect(client));
		client.on("notification", ({ payload = "" }) => {
			const [, revision, key = ""] = /^(\d+) (.*)$/s.exec(payload) ?? [];
			this.#watchers.report(key, Number(revision));
		});
		client
			.connect()
			.then(() => client.query(`LISTEN ${this.#channel}`))
			.then(() => {
				this.#tries = 0;
				// It does not keep a program alive.
				(client as Client & { unref(): void }).unref();
				this.#watchers.reportMissed();
			})
			.catch(() => this.#reconnect(client));
	}

	/** Opens another connection later. Does nothing for a connection that was replaced or stopped. */
	#reconnect(client: Client): void {
		if (this.#client !== client) return;
		this.#client = undefined;
		client.end().catch(() => {});
		this.#timer = setTimeout(
			() => {
				this.#timer = undefined;
				this.#open();
			},
			chooseDelay(
				this.#tries++,
				reconnectDelays.firstMs,
				reconnectDelays.maxMs,
			),
		);
		this.#timer.unref();
	}
}
