// Changes the text under one name, while other programs may do the same: reads it, changes it, and
// writes it if its revision is still the stored one. Otherwise it starts again from the new text.

import { TodoError } from "../../generated/snippets.js";
import type { StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";
import { StorageEntry } from "./entry.js";

/** The result of a change: a value for the caller, and the text to store, if anything changed. */
export interface Revised<Result> {
	readonly result: Result;
	readonly text?: string;
}

/**
 * Calls `change` with the stored text, null where nothing is stored, and stores what it returns.
 * Returns the result of the last call, whose text is stored by then.
 *
 * Rejects with what `change` throws and with the storage's `StorageError`; with `conflict` when
 * others wrote 17 times in a row; with `unavailable` when the storage does not answer within
 * `timeout` milliseconds, by default 30,000.
 */
export async function revise<Result>(
	storage: TodoStorage,
	name: string,
	change: (text: string | null) => Revised<Result>,
	timeout?: number,
): Promise<Result> {
	const entry = new StorageEntry(storage, name, timeout);
	let stored = await entry.read();
	entry.revision = stored?.revision ?? 0;
	let result: Result | undefined;
	await entry.swap(
		() => {
			const revised = change(stored?.text ?? null);
			result = revised.result;
			return revised.text;
		},
		(theirs: StoredText | null) => {
			stored = theirs;
		},
		"conflict",
	);
	return result as Result;
}

/** Reads what is stored with the core. What it refuses becomes a `StorageError`. */
export function readStored<Store>(read: () => Store): Store {
	try {
		return read();
	} catch (error) {
		throw isUnreadable(error) ? makeUnreadableError(error) : error;
	}
}

/** Returns whether the core cannot read a stored text. */
export const isUnreadable = (error: unknown): error is TodoError =>
	error instanceof TodoError &&
	(error.code === "invalid_checkpoint" || error.code === "newer_checkpoint");

/** Returns the error of the storage for a text that the core cannot read. */
export const makeUnreadableError = (cause: TodoError): StorageError =>
	cause.code === "newer_checkpoint"
		? new StorageError("newer_version", `${unreadable}: ${cause.message}`, {
				cause,
			})
		: new StorageError(
				"corrupt",
				`${unreadable} (if it is a list of your own, give this one another name): ${cause.message}`,
				{ cause },
			);

const unreadable = "what is stored cannot be read, and stays as it is";
