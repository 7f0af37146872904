// A storage whose every error is a `StorageError`.

import type { TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";

/** Returns a storage with these methods. An error that is not a `StorageError` is replaced by what `failure` returns. */
export function failing(
	{ read, write, names, watch }: TodoStorage & { names(): Promise<string[]> },
	failure: (error: unknown) => StorageError,
): TodoStorage {
	const guarded =
		<Args extends readonly unknown[], Result>(
			method: (...args: Args) => Promise<Result>,
		) =>
		async (...args: Args) => {
			try {
				return await method(...args);
			} catch (error) {
				throw error instanceof StorageError ? error : failure(error);
			}
		};
	return {
		read: guarded(read),
		write: guarded(write),
		names: guarded(names),
		watch,
	};
}
