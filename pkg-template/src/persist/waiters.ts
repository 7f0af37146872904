// The promises, such as those of `flushed()`, that wait until something is stored.

import type { StorageError } from "../storage/contract.js";

interface Waiter {
	/** The store's revision that has to be stored. */
	readonly revision: number;
	/** The number of the companions that have to be stored. */
	readonly companions: number;
	readonly resolve: () => void;
	readonly reject: (error: StorageError) => void;
}

export class Waiters {
	#all: Waiter[] = [];

	add(revision: number, companions: number): Promise<void> {
		return new Promise((resolve, reject) =>
			this.#all.push({ revision, companions, resolve, reject }),
		);
	}

	/** Resolves the promises whose changes are stored. */
	resolve(revision: number, companions: number): void {
		const due = this.#take(
			(waiter) =>
				waiter.revision <= revision && waiter.companions <= companions,
		);
		for (const { resolve } of due) resolve();
	}

	/** Rejects every promise. */
	reject(error: StorageError): void {
		for (const { reject } of this.#take(() => true)) reject(error);
	}

	#take(isDue: (waiter: Waiter) => boolean): Waiter[] {
		const due = this.#all.filter(isDue);
		this.#all = this.#all.filter((waiter) => !isDue(waiter));
		return due;
	}
}
