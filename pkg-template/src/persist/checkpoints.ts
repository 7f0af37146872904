// The checkpoints of a list as they are stored, with as many snapshots as the host wants stored.

import type { Snapshot } from "../../generated/agent_todos_bg.js";
import { TodoStore } from "../../generated/agent_todos_bg.js";
import type { ReadPersistOptions } from "./options.js";
import type { StoredList } from "./stored-list.js";

export class Checkpoints {
	readonly #maxSnapshots: number;

	constructor({ maxSnapshots }: ReadPersistOptions) {
		this.#maxSnapshots = maxSnapshots;
	}

	write(store: TodoStore): string {
		return store.checkpoint({ maxSnapshots: this.#maxSnapshots });
	}

	/**
	 * Returns the checkpoint of a list that was forgotten. For a store that was freed, it is that of
	 * a new store.
	 */
	writeEmpty(store: TodoStore): string {
		try {
			return this.write(store);
		} catch {
			const empty = new TodoStore();
			const checkpoint = empty.checkpoint();
			empty.free();
			return checkpoint;
		}
	}

	/** Returns whether a stored text holds the same list as the store. */
	isList(store: TodoStore, { checkpoint }: StoredList): boolean {
		return this.write(store) === checkpoint;
	}

	/**
	 * Returns whether the history of the store has the list of a text. Revisions are not compared, as
	 * merging changes them.
	 */
	hasBeen(store: TodoStore, text: string): boolean {
		const older = TodoStore.fromCheckpoint(text);
		const last = older.history().map(writeWithoutRevision).at(-1);
		older.free();
		return store
			.history()
			.map(writeWithoutRevision)
			.includes(last as string);
	}
}

/** Returns a snapshot as text, without its revision and those of its todos. */
const writeWithoutRevision = ({ by, at, todos }: Snapshot) =>
	JSON.stringify([by, at, todos.map(({ revision, ...todo }) => todo)]);
