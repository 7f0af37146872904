// The writes of one writer. A write without an acknowledgement may have arrived: the trail that is
// stored with the list shows it, also when others have written since.

import type { Texts, Trail } from "./stored-list.js";
import { noTrail, readTrailAfter } from "./stored-list.js";

/** What a write stores: the text, and the store and its companions as they were. */
export interface PendingWrite {
	readonly text: string;
	readonly checkpoint: string;
	readonly revision: number;
	readonly companions: number;
	readonly texts: Texts;
	readonly trail: Trail;
	/** Its number among those of this writer. */
	readonly number: number;
}

/** How many writes without an acknowledgement are remembered. */
const maxUnansweredWrites = 8;

export class Writes {
	/** The name of this writer, which nobody else has. */
	readonly #writer = Math.random().toString(36).slice(2, 10);
	#number = 0;
	/** The writes since the last read or acknowledged one, none of which was acknowledged. */
	#unanswered: PendingWrite[] = [];
	/** The trail of what was last read or written. */
	trail = noTrail;

	/**
	 * Returns the last write without an acknowledgement if it stores exactly this, to repeat it
	 * unchanged.
	 */
	repeat(revision: number, companions: number): PendingWrite | undefined {
		const last = this.#unanswered.at(-1);
		return last?.revision === revision && last.companions === companions
			? last
			: undefined;
	}

	/** Returns the next write, which is unanswered until `settle()`. */
	add(
		what: Omit<PendingWrite, "text" | "trail" | "number">,
		text: (trail: Trail) => string,
	): PendingWrite {
		const number = ++this.#number;
		const trail = readTrailAfter(this.trail, this.#writer, number);
		const writing = { ...what, text: text(trail), trail, number };
		this.#unanswered = [...this.#unanswered, writing].slice(
			-maxUnansweredWrites,
		);
		return writing;
	}

	/** Returns the write that is stored, or that was stored before others wrote. */
	findArrived(
		text: string | undefined,
		trail: Trail | undefined,
	): PendingWrite | undefined {
		return this.#unanswered.find(
			(writing) =>
				trail?.writes.get(this.#writer) === writing.number ||
				writing.text === text,
		);
	}

	/** Forgets the writes, as it is known which of them arrived. */
	settle(): void {
		this.#unanswered = [];
	}
}
