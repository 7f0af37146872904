// What is stored with a list: texts by name, some of which objects of this context write (`keep()`), the others as they were stored.

import { checkMethods, refuse } from "../check.js";
import type { Checkpointable } from "../persist.js";
import { type Texts, trailName } from "./stored-list.js";

export class Companions {
	readonly #kept = new Map<string, Checkpointable | undefined>();
	/** What the kept ones wrote when they were last looked at; undefined is what is no longer to be stored. */
	#written: ReadonlyMap<string, string | undefined> = new Map();
	#isFinal = false;
	/** Grows each time that they are found to be others. */
	number = 0;
	/** The number of those that are stored. */
	stored = 0;
	/** The texts that are stored with the list, as last read or written. */
	saved: Texts = Object.freeze({});

	/** Throws `invalid_argument`, and keeps none of them, if one cannot write itself. */
	keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void {
		const entries = Object.entries(parts);
		for (const [name, part] of entries) {
			if (name === trailName)
				refuse("keep(): a name", "a text of one character or more");
			if (part === undefined) continue;
			checkMethods(part, `keep(): ${name}`, "checkpoint");
			if (typeof part.checkpoint() !== "string")
				refuse(`keep(): what ${name}.checkpoint() returns`, "a string");
		}
		for (const [name, part] of entries) this.#kept.set(name, part);
	}

	/** Looks at what is kept here, and counts it when it has changed. */
	look(): void {
		const written = new Map<string, string | undefined>();
		for (const [name, part] of this.#kept)
			written.set(
				name,
				part && (this.#textOf(part) ?? this.#written.get(name)),
			);
		const isAsBefore =
			written.size === this.#written.size &&
			[...written].every(([name, text]) => this.#written.get(name) === text);
		if (isAsBefore) return;
		this.#written = written;
		this.number += 1;
	}

	/** Nothing is read any more: what it last was stays. */
	end(): void {
		this.look();
		this.#isFinal = true;
	}

	/** Forgets every text. */
	forget(): void {
		this.#isFinal = true;
		this.#kept.clear();
		this.#written = new Map();
		this.saved = Object.freeze({});
	}

	/** What is to be stored with the list: what others stored with it, but for what is kept here. */
	texts(): Texts {
		const texts = new Map(Object.entries(this.saved));
		for (const [name, text] of this.#written) {
			if (text === undefined) texts.delete(name);
			else texts.set(name, text);
		}
		return Object.freeze(Object.fromEntries(texts));
	}

	/**
	 * Takes over what somebody stored with the list. What is kept here under the same name is written with the next change here,
	 * and not at once: of two that keep one name, neither would ever rest.
	 */
	take(texts: Texts): void {
		this.saved = texts;
		this.look();
		// The write came to pass, and only its acknowledgement was lost.
		if ([...this.#written].every(([name, text]) => texts[name] === text))
			this.stored = this.number;
	}

	/** Undefined for one that was freed. */
	#textOf(part: Checkpointable): string | undefined {
		try {
			return this.#isFinal ? undefined : part.checkpoint();
		} catch {
			return undefined;
		}
	}
}
