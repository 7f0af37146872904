// `persist(store, storage, name)`: keeps a list in a storage. It is read when this starts and
// written after each change; what several contexts write is merged by the rules of
// `TodoStore.merge`.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import { check, checkMethods } from "../arguments/check.js";
import { expectText } from "../arguments/options.js";
import type { TodoStorage } from "../storage/contract.js";
import { checkStore } from "../tools/check-store.js";
import type { Persistence, PersistOptions } from "./options.js";
import { readPersistOptions } from "./options.js";
import { PersistLoop } from "./persist-loop.js";

/**
 * Stores a list under a name of a storage from now on. Resolves when the stored list has been read
 * into the store. Todos that were in the store before, or were added meanwhile, are merged into it:
 * nothing is lost.
 *
 * Rejects with a `StorageError` if the stored list cannot be read; the store is then unchanged, and
 * nothing is written. Throws `invalid_argument` if an argument is ill-typed or an option unknown.
 *
 * @example
 * ```ts
 * import { memoryStorage, type Persistence, persist, type PersistOptions, TodoStore } from "agent-todos";
 *
 * const storage = memoryStorage(); // indexedDbStorage() in a browser
 * const options: PersistOptions = { maxSnapshots: 20, onError: (error) => console.warn(error.code) };
 * const store = new TodoStore();
 * const persistence: Persistence = await persist(store, storage, "todos", options);
 * const notes = { checkpoint: () => "a text of yours" };
 * persistence.keep({ notes });
 * store.addMultiple(["Find a kettle"]);
 * await persistence.flushed(); // stored now
 *
 * const again = new TodoStore();
 * const { saved } = await persist(again, storage, "todos");
 * console.log(again.size, saved.notes); // → 1 a text of yours
 * ```
 */
export async function persist(
	store: TodoStore,
	storage: TodoStorage,
	name: string,
	options: PersistOptions = {},
): Promise<Persistence> {
	checkStore(store, "persist(): store");
	checkMethods(storage, "persist(): storage", "read", "write");
	check(name, "persist(): name", expectText);
	const read = readPersistOptions(options);
	// The core checks its range.
	store.checkpoint({ maxSnapshots: read.maxSnapshots });
	const loop = new PersistLoop(store, storage, name, read);
	await loop.start();
	return loop;
}
