// The writes of one writer. One whose acknowledgement was lost may have arrived all the same: the trail that is stored with the
// list tells it, also when others have written since.

import type { Texts, Trail } from "./stored-list.js";
import { noTrail, trailAfter } from "./stored-list.js";

/** What a write stores: the text, and the store and its companions as they were. */
export interface Writing {
	readonly text: string;
	readonly checkpoint: string;
	readonly revision: number;
	readonly companions: number;
	readonly texts: Texts;
	readonly trail: Trail;
	/** Its number among those of this writer. */
	readonly number: number;
}

/** As many writes without an acknowledgement are remembered. */
const mostUnanswered = 8;

export class Writes {
	/** The name of this writer, which nobody else has. */
	readonly #writer = Math.random().toString(36).slice(2, 10);
	#number = 0;
	/** Those upon what was last read or written that were not acknowledged. */
	#unanswered: Writing[] = [];
	/** The trail of what was last read or written. */
	trail = noTrail;

	/** Returns the last one that was not acknowledged if it stores just this: it is tried again as it was. */
	again(revision: number, companions: number): Writing | undefined {
		const last = this.#unanswered.at(-1);
		return last?.revision === revision && last.companions === companions
			? last
			: undefined;
	}

	/** Returns the next one. */
	next(
		what: Omit<Writing, "text" | "trail" | "number">,
		text: (trail: Trail) => string,
	): Writing {
		const number = ++this.#number;
		const trail = trailAfter(this.trail, this.#writer, number);
		const writing = { ...what, text: text(trail), trail, number };
		this.#unanswered = [...this.#unanswered, writing].slice(-mostUnanswered);
		return writing;
	}

	/** Returns the one that is stored, or upon which others have written. */
	arrived(
		text: string | undefined,
		trail: Trail | undefined,
	): Writing | undefined {
		return this.#unanswered.find(
			(writing) =>
				trail?.writes.get(this.#writer) === writing.number ||
				writing.text === text,
		);
	}

	/** Whether each arrived is known. */
	settle(): void {
		this.#unanswered = [];
	}
}
