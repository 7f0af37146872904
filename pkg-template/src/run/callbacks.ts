// The callbacks of a run. Each has its own signal, and its answer counts unless that was aborted or
// its time is over.

import { limitTimeout } from "../arguments/timing.js";

/** The callbacks of one run. */
export class RunCallbacks {
	readonly #timeout: number | undefined;
	/** One signal for each callback. What a callback left running ends with the run. */
	readonly #controllers = new Set<AbortController>();
	/** The signal of the running callback. */
	#current: AbortController | undefined;

	/** `timeout` is the most time for each, in milliseconds. */
	constructor(timeout: number) {
		this.#timeout = timeout === Infinity ? undefined : limitTimeout(timeout);
	}

	/** Whether a callback is under way. */
	get isAsking(): boolean {
		return this.#current !== undefined;
	}

	/**
	 * Resolves with what a callback returns. Rejects with what it throws, with the reason for which
	 * its signal was aborted, or with a `TimeoutError`, whichever comes first. With `isPatient`, for
	 * a person, there is no time limit.
	 */
	async ask<Answer>(
		callback: (signal: AbortSignal) => Answer | Promise<Answer>,
		isPatient = false,
	): Promise<Answer> {
		const controller = new AbortController();
		this.#controllers.add(controller);
		this.#current = controller;
		const { signal } = controller;
		const expire = () =>
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
				: // A closure, as linters of extensions take any other argument for code as text.
					setTimeout(() => expire(), this.#timeout);
		let stop = () => {};
		const stopped = new Promise<void>((resolve) => (stop = resolve));
		signal.addEventListener("abort", stop);
		try {
			const answer = (async () => callback(signal))().then((value) => ({
				value,
			}));
			// A late answer is ignored, and so is a late error.
			answer.catch(() => {});
			const first = await Promise.race([answer, stopped]);
			if (first === undefined || signal.aborted) throw signal.reason;
			return first.value;
		} finally {
			if (this.#current === controller) this.#current = undefined;
			clearTimeout(timer);
			// The signal lives as long as the run. What this listener refers to must not.
			signal.removeEventListener("abort", stop);
		}
	}

	/** Aborts the callback under way. */
	abortAsked(reason: unknown): void {
		if (this.#current) this.#abort(this.#current, reason);
	}

	/** Aborts every callback, and what it left running. */
	abortAll(reason: unknown): void {
		this.#current = undefined;
		for (const controller of this.#controllers) controller.abort(reason);
		this.#controllers.clear();
	}

	#abort(controller: AbortController, reason: unknown): void {
		this.#controllers.delete(controller);
		controller.abort(reason);
	}
}
