// The package `pg`, which only a connection string needs. It is looked for then, so that a bundle
// for another driver has not to contain it.

import { createRequire } from "node:module";
import { StorageError } from "../contract.js";

/** The path of a bundle in CommonJS, which has no `import.meta.url`. */
declare const __filename: string;

/** Throws `unavailable` if it is not installed. */
export function requirePg(): typeof import("pg") {
	const load = createRequire(import.meta.url ?? __filename);
	try {
		return load("pg");
	} catch (cause) {
		throw new StorageError(
			"unavailable",
			"pg is missing: npm install pg@8 beside agent-todos, or pass a Pool, or an object with query(text, values)",
			{ cause },
		);
	}
}
