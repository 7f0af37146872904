// The texts that are stored with a list, by name. Objects of this context write some of them
// (`keep()`); the others stay as they were stored.

import { checkMethods, refuse } from "../arguments/check.js";
import type { Checkpointable } from "./options.js";
import { type Texts, trailName } from "./stored-list.js";

export class Companions {
	readonly #parts = new Map<string, Checkpointable | undefined>();
	/**
	 * What the kept objects wrote when they were last read. Undefined: the name is no longer stored.
	 */
	#written: ReadonlyMap<string, string | undefined> = new Map();
	#isFinal = false;
	/** Grows with each change that is found in them. */
	version = 0;
	/** The version that is stored. */
	storedVersion = 0;
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
		for (const [name, part] of entries) this.#parts.set(name, part);
	}

	/** Reads the kept objects, and raises `version` if one has changed. */
	refresh(): void {
		const written = new Map<string, string | undefined>();
		for (const [name, part] of this.#parts)
			written.set(
				name,
				part && (this.#writePart(part) ?? this.#written.get(name)),
			);
		const isAsBefore =
			written.size === this.#written.size &&
			[...written].every(([name, text]) => this.#written.get(name) === text);
		if (isAsBefore) return;
		this.#written = written;
		this.version += 1;
	}

	/** Reads the kept objects for the last time. */
	finish(): void {
		this.refresh();
		this.#isFinal = true;
	}

	/** Forgets every text. */
	forget(): void {
		this.#isFinal = true;
		this.#parts.clear();
		this.#written = new Map();
		this.saved = Object.freeze({});
	}

	/**
	 * Returns the texts to store: those that are stored, with those of the kept objects in their
	 * place.
	 */
	joinTexts(): Texts {
		const texts = new Map(Object.entries(this.saved));
		for (const [name, text] of this.#written) {
			if (text === undefined) texts.delete(name);
			else texts.set(name, text);
		}
		return Object.freeze(Object.fromEntries(texts));
	}

	/**
	 * Takes over what another context stored with the list. A name that is kept here, too, is written
	 * with the next change and not at once: otherwise two contexts that keep one name would overwrite
	 * each other without end.
	 */
	adopt(texts: Texts): void {
		this.saved = texts;
		this.refresh();
		// The write arrived, and only its acknowledgement was lost.
		if ([...this.#written].every(([name, text]) => texts[name] === text))
			this.storedVersion = this.version;
	}

	/** Returns undefined for an object that was freed. */
	#writePart(part: Checkpointable): string | undefined {
		try {
			return this.#isFinal ? undefined : part.checkpoint();
		} catch {
			return undefined;
		}
	}
}
