/**
 * Those who want to hear of changes. Each hears of each revision once and in order, also when a
 * listener changes the store: what that causes waits until everyone has heard of the present one.
 */
export class Listeners {
	#listeners = new Set();
	#due = [];

	/** Adds a listener; the function that comes back takes it off again. */
	add(listener) {
		const entry = { listener };
		this.#listeners.add(entry);
		return () => {
			this.#listeners.delete(entry);
		};
	}

	/** Tells every listener of a change. What one of them throws stops neither the others nor the store. */
	notify(revision, by) {
		if (this.#due.push(Object.freeze({ revision, by })) > 1) return;
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

/** As the platform does for an event listener that throws. */
export function report(error) {
	if (typeof reportError === "function") reportError(error);
	else
		queueMicrotask(() => {
			throw error;
		});
}
