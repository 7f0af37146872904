// The check of a storage's options. The storages need nothing of the core, so not even its error.

import { StorageError } from "./contract.js";

/**
 * Throws `invalid_argument` for an option that does not exist, so that a misspelt one does not pass for a default.
 * Undefined counts as absent. `what` names the function.
 */
export function checkKnown(
	options: unknown,
	what: string,
	...known: readonly string[]
): void {
	if (typeof options !== "object" || options === null)
		throw invalid(`${what}: options must be an object`);
	for (const [name, value] of Object.entries(options))
		if (value !== undefined && !known.includes(name))
			throw invalid(
				`${what}: option ${JSON.stringify(name.slice(0, 40))} must be one of ${known.join(", ")}`,
			);
}

const invalid = (message: string) =>
	new StorageError("invalid_argument", message);
