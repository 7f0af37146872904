// A storage that ends with the program. For tests, and for several stores in one program.

import type { StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";

/**
 * Returns an empty storage in memory.
 *
 * @example
 * ```ts
 * import { memoryStorage } from "agent-todos";
 *
 * const storage = memoryStorage();
 * await storage.write("todos", "[]", 0);
 * console.log(await storage.read("todos")); // → { text: '[]', revision: 1 }
 * ```
 */
export function memoryStorage(): TodoStorage {
	const lists = new Map<string, StoredText>();
	return {
		async read(name) {
			return lists.get(name) ?? null;
		},
		async write(name, text, expectedRevision) {
			const { revision } = lists.get(name) ?? { revision: 0 };
			if (revision !== expectedRevision)
				throw StorageError.conflict(name, expectedRevision, revision);
			lists.set(name, { text, revision: revision + 1 });
			return revision + 1;
		},
		names: async () => [...lists.keys()],
	};
}
