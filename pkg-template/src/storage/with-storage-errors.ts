// A storage whose every error is a `StorageError`.

import type { TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";

/**
 * Returns a storage with these methods. An error that is not a `StorageError` is replaced by what
 * `toStorageError` returns.
 */
export function withStorageErrors(
	{ read, write, names, watch }: TodoStorage & { names(): Promise<string[]> },
	toStorageError: (error: unknown) => StorageError,
): TodoStorage {
	const guard =
		<Args extends readonly unknown[], Result>(
			method: (...args: Args) => Promise<Result>,
		) =>
		async (...args: Args) => {
			try {
				return await method(...args);
			} catch (error) {
				throw error instanceof StorageError ? error : toStorageError(error);
			}
		};
	return {
		read: guard(read),
		write: guard(write),
		names: guard(names),
		watch,
	};
}
