// The events of a run: kept, reported to its handlers, and iterated over.

import { report } from "../../generated/snippets.js";
import type { RunAgentOptions, RunEvent } from "./options.js";

/**
 * The events of a run, from the first one. Each iteration starts with that one, and ends with the
 * run.
 */
export class RunEvents implements AsyncIterable<RunEvent> {
	readonly #on: RunAgentOptions["on"];
	/** Those of the run that this one resumes come first, and are not iterated over. */
	readonly #events: RunEvent[];
	readonly #first: number;
	/** How many of them were reported to the handlers. */
	#count: number;
	/** Resolves when every event so far has been reported. */
	#reported: Promise<void> = Promise.resolve();
	readonly #waiting: Array<() => void> = [];
	#isOver = false;

	/** `earlier` are those of the run that this one resumes. */
	constructor(on: RunAgentOptions["on"], earlier: readonly RunEvent[]) {
		this.#on = on;
		this.#events = [...earlier];
		this.#first = this.#count = earlier.length;
	}

	/** The events so far, with those of the run that this one resumes. */
	get all(): readonly RunEvent[] {
		return this.#events;
	}

	/** Reports events in order: when `stored` resolves, or at once without it. */
	add(
		events: readonly RunEvent[],
		stored: Promise<void> | undefined,
	): Promise<void> | undefined {
		if (stored === undefined) return this.#report(events);
		this.#reported = Promise.all([this.#reported, stored]).then(() =>
			this.#report(events),
		);
		return this.#reported;
	}

	/** Ends every iteration. */
	end(): void {
		this.#isOver = true;
		this.#wake();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
		for (let next = this.#first; ; ) {
			const event = this.#events[next];
			if (event !== undefined) {
				next++;
				yield event;
			} else if (this.#isOver) return;
			else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	#report(events: readonly RunEvent[]): undefined {
		this.#events.push(...events);
		// A handler may abort the run, which calls this again: the inner call reports what is left.
		for (;;) {
			const event = this.#events[this.#count];
			if (event === undefined) break;
			this.#count++;
			for (const handler of [this.#on?.[event.type], this.#on?.event]) {
				try {
					handler?.(event as never);
				} catch (error) {
					report(error);
				}
			}
		}
		this.#wake();
	}

	#wake(): void {
		for (const wake of this.#waiting.splice(0)) wake();
	}
}
