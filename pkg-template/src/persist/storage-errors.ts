// Errors of a storage and of the core, as `StorageError`s.

import type { TodoErrorCode } from "../../generated/agent_todos_bg.js";
import { TodoError } from "../../generated/snippets.js";
import { getErrorMessage } from "../arguments/thrown.js";
import type { StorageErrorCode } from "../storage/contract.js";
import { StorageError } from "../storage/contract.js";
import { isUnreadable, makeUnreadableError } from "../storage/revise.js";

const meanings: Partial<Record<TodoErrorCode, [StorageErrorCode, string]>> = {
	freed: [
		"unavailable",
		"the store was freed before its last change was stored: await stop() first",
	],
	broken: ["unavailable", "its last change cannot be read any more"],
};

/** Returns what a storage or the core threw as a `StorageError`. */
export function toStorageError(error: unknown): StorageError {
	try {
		// Also one of another copy of this package.
		if ((error as Error | undefined)?.name === "StorageError")
			return error as StorageError;
		if (isUnreadable(error)) return makeUnreadableError(error);
		if (error instanceof TodoError) {
			const [code, what] = meanings[error.code] ?? [
				"refused",
				"it cannot be merged with what is stored",
			];
			return new StorageError(code, `${what}: ${error.message}`, {
				cause: error,
			});
		}
	} catch {} // A Proxy that throws.
	return new StorageError(
		"unavailable",
		`the storage failed: ${getErrorMessage(error)}`,
		{ cause: error },
	);
}
