// One name of a storage, and the loop that changes its text: write in place of the known revision; if somebody else
// has written since, read that text and decide again what to write.

import { getErrorCode } from "../core/thrown.js";
import { giveWay, mostConflicts } from "../core/timing.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";

export class Place {
	readonly name: string;
	readonly #storage: TodoStorage;
	/** The revision that was last read or written, 0 for none. */
	revision = 0;

	constructor(storage: TodoStorage, name: string) {
		this.#storage = storage;
		this.name = name;
	}

	/** Reads what is stored. The caller sets `revision` when it takes the text over. */
	async read(): Promise<StoredText | null> {
		const stored = (await this.#storage.read(this.name)) ?? null;
		if (
			stored !== null &&
			(typeof stored.text !== "string" || !isRevision(stored.revision))
		)
			throw makeArgumentError("read()", "null or { text, revision }");
		return stored;
	}

	/** Writes a text in place of the known revision. */
	async write(text: string): Promise<void> {
		const written = await this.#storage.write(this.name, text, this.revision);
		if (!isRevision(written))
			throw makeArgumentError("write()", "the new revision");
		this.revision = written;
	}

	/**
	 * Writes what `next` returns, unless that is undefined. Where another revision is stored, calls `take` with it, and then
	 * `next` again.
	 *
	 * Rejects with what either throws and with the storage's error; with `exhausted` when 17 writes in a row were refused.
	 */
	async swap(
		next: () => string | undefined,
		take: (stored: StoredText | null, conflict: StorageError) => void,
		exhausted: StorageErrorCode,
	): Promise<void> {
		for (let conflicts = 0; ; conflicts++) {
			const text = next();
			if (text === undefined) return;
			try {
				return await this.write(text);
			} catch (error) {
				if (getErrorCode(error) !== "conflict") throw error;
				if (conflicts === mostConflicts)
					throw new StorageError(
						exhausted,
						`${mostConflicts + 1} writes of "${this.name}" in a row were refused because somebody else had written: the storage refuses every write, or others write without pause`,
						{ cause: error },
					);
				await giveWay(conflicts);
				const stored = await this.read();
				const revision = stored?.revision ?? 0;
				if (revision === this.revision)
					throw new StorageError(
						"unavailable",
						`the storage refused a write on revision ${revision} of "${this.name}", which is the one that it has`,
						{ cause: error },
					);
				take(stored, error as StorageError);
				this.revision = revision;
			}
		}
	}
}

const isRevision = (value: unknown) =>
	Number.isSafeInteger(value) && (value as number) > 0;

function makeArgumentError(method: string, expected: string): StorageError {
	return new StorageError(
		"unavailable",
		`the storage's ${method} did not return ${expected}: see TodoStorage`,
	);
}
