// One name of a storage, and the loop that changes its text: write in place of the known revision;
// if somebody else has written since, read that text and decide again what to write.

import { getErrorCode } from "../arguments/thrown.js";
import { answerWithin, giveWay, maxConflicts } from "../arguments/timing.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";

/** How long a storage may take to answer, in milliseconds, unless the host says otherwise. */
const defaultTimeoutMs = 30_000;

export class StorageEntry {
	readonly name: string;
	readonly #storage: TodoStorage;
	readonly #timeout: number;
	/** The revision that was last read or written, 0 for none. */
	revision = 0;

	constructor(storage: TodoStorage, name: string, timeout = defaultTimeoutMs) {
		this.#storage = storage;
		this.name = name;
		this.#timeout = timeout;
	}

	/** Reads what is stored. The caller sets `revision` when it takes the text over. */
	async read(): Promise<StoredText | null> {
		const answer = await this.#answer(
			"read()",
			async () => this.#storage.read(this.name),
			"the next one asks again",
		);
		const stored = answer ?? null;
		if (
			stored !== null &&
			(typeof stored.text !== "string" || !isRevision(stored.revision))
		)
			throw makeArgumentError("read()", "null or { text, revision }");
		return stored;
	}

	/** Writes a text in place of the known revision. */
	async write(text: string): Promise<void> {
		const written = await this.#answer(
			"write()",
			async () => this.#storage.write(this.name, text, this.revision),
			"whether the text is stored is not known until the next one",
		);
		if (!isRevision(written) || written <= this.revision)
			throw makeArgumentError(
				"write()",
				`the new revision, which is above ${this.revision}`,
			);
		this.revision = written;
	}

	/** Asks the storage, which may never answer. */
	#answer<Answer>(
		method: string,
		ask: () => Promise<Answer>,
		then: string,
	): Promise<Answer> {
		return answerWithin(
			this.#timeout,
			ask(),
			() =>
				new StorageError(
					"unavailable",
					`the storage's ${method} of "${this.name}" did not answer within ${this.#timeout} ms: ${then}`,
				),
		);
	}

	/**
	 * Writes what `next` returns, unless that is undefined. Where another revision is stored, calls
	 * `take` with it, and then `next` again.
	 *
	 * Rejects with what either throws and with the storage's error; with `exhausted` when 17 writes
	 * in a row were refused.
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
				if (conflicts === maxConflicts)
					throw new StorageError(
						exhausted,
						`${maxConflicts + 1} writes of "${this.name}" in a row were refused because somebody else had written: the storage refuses every write, or others write without pause`,
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

const isRevision = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) > 0;

/** Returns the error of a storage that does not keep to its contract. */
export function makeArgumentError(
	method: string,
	expected: string,
): StorageError {
	return new StorageError(
		"unavailable",
		`the storage's ${method} did not return ${expected}: see TodoStorage`,
	);
}
