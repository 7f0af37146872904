/**
 * The listeners of a store. Each is called once for each change, in order. If a listener changes
 * the store, the new change waits until all listeners were called for the current one.
 */
export class Listeners {
	#listeners = new Set();
	#due = [];

	/** Adds a listener, and returns a function that removes it. */
	add(listener) {
		const entry = { listener };
		this.#listeners.add(entry);
		return () => {
			this.#listeners.delete(entry);
		};
	}

	/**
	 * Calls every listener for a change. An error in one of them stops neither the others nor the
	 * store.
	 */
	notify(revision, by, notes, held) {
		const change = { revision, by };
		if (notes !== undefined) change.notes = Object.freeze(notes);
		if (held !== undefined) change.held = Object.freeze(held);
		if (this.#due.push(Object.freeze(change)) > 1) return;
		for (; this.#due.length > 0; this.#due.shift()) {
			for (const entry of [...this.#listeners]) {
				if (!this.#listeners.has(entry)) continue;
				try {
					entry.listener(this.#due[0]);
				} catch (error) {
					report(error);
				}
			}
		}
	}
}

/** Reports an error like the platform does for an event listener that throws. */
export function report(error) {
	if (typeof reportError === "function") reportError(error);
	else
		queueMicrotask(() => {
			throw error;
		});
}
