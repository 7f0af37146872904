// The callbacks of a run: each is asked with a signal of its own, and what it answers counts until that is aborted, or its time
// is over.

import { checkedTimeout } from "../timeout.js";

/** The callbacks of one run. */
export class Callbacks {
	readonly #timeout: number | undefined;
	/** Of every callback that was asked, as what it left running ends with the run. */
	readonly #controllers = new Set<AbortController>();
	/** Of the one that is asked now. */
	#asking: AbortController | undefined;

	/** `timeout` is the most time for each, in milliseconds. */
	constructor(timeout = Infinity) {
		this.#timeout = timeout === Infinity ? undefined : checkedTimeout(timeout);
	}

	/** Whether one is asked now. */
	get isAsking(): boolean {
		return this.#asking !== undefined;
	}

	/**
	 * Resolves with what a callback returns. Rejects with what it throws, with the reason for which its signal was
	 * aborted, or with a `TimeoutError`, whichever comes first. A person, whom `isPatient` is for, has all the time.
	 */
	async ask<Answer>(
		callback: (signal: AbortSignal) => Answer | Promise<Answer>,
		isPatient = false,
	): Promise<Answer> {
		const controller = new AbortController();
		this.#controllers.add(controller);
		this.#asking = controller;
		const { signal } = controller;
		const late = () =>
			this.#abort(
				controller,
				new DOMException(
					`no answer within ${this.#timeout} ms`,
					"TimeoutError",
				),
			);
		const timer =
			this.#timeout === undefined || isPatient
				? undefined
				: setTimeout(() => late(), this.#timeout); // Written out: it can be no text.
		let stop = () => {};
		const stopped = new Promise<void>((resolve) => (stop = resolve));
		signal.addEventListener("abort", stop);
		try {
			const answer = (async () => callback(signal))().then((value) => ({
				value,
			}));
			// What comes after that is nobody's any more, and neither is what goes wrong then.
			answer.catch(() => {});
			const first = await Promise.race([answer, stopped]);
			if (first === undefined || signal.aborted) throw signal.reason;
			return first.value;
		} finally {
			if (this.#asking === controller) this.#asking = undefined;
			clearTimeout(timer);
			// The signal stays with the run: whatever hangs on this listener must not.
			signal.removeEventListener("abort", stop);
		}
	}

	/** Ends the callback that is asked now. */
	abortAsked(reason: unknown): void {
		if (this.#asking) this.#abort(this.#asking, reason);
	}

	/** Ends every callback, and what it left running. */
	abortAll(reason: unknown): void {
		this.#asking = undefined;
		for (const controller of this.#controllers) controller.abort(reason);
		this.#controllers.clear();
	}

	#abort(controller: AbortController, reason: unknown): void {
		this.#controllers.delete(controller);
		controller.abort(reason);
	}
}
