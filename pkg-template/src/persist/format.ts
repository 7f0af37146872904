// The form in which a list is stored: its checkpoint with what is kept beside it, or a bare `todos.json`, which has no place for
// that.

import type { Snapshot } from "../../generated/agent_todos_bg.js";
import { TodoStore, todosJson } from "../../generated/agent_todos_bg.js";
import type { ReadPersistOptions } from "./options.js";
import type { StoredList, Texts, Trail } from "./stored-list.js";
import { joinStored } from "./stored-list.js";

export class Format {
	/** Whether it is `todos.json`. */
	readonly isBare: boolean;
	readonly #maxSnapshots: number;

	constructor({ format, maxSnapshots }: ReadPersistOptions) {
		this.isBare = format === "todos.json";
		this.#maxSnapshots = maxSnapshots;
	}

	writeCheckpoint(store: TodoStore): string {
		return store.checkpoint({ maxSnapshots: this.#maxSnapshots });
	}

	/** Returns the checkpoint of a list that was forgotten. For a store that was freed, it is that of a new store. */
	writeEmptyCheckpoint(store: TodoStore): string {
		try {
			return this.writeCheckpoint(store);
		} catch {
			const empty = new TodoStore();
			const checkpoint = empty.checkpoint();
			empty.free();
			return checkpoint;
		}
	}

	/** Returns the text to store for a list. */
	writeText(
		store: TodoStore,
		checkpoint: string,
		texts: Texts,
		trail: Trail,
	): string {
		return this.isBare
			? todosJson(store)
			: joinStored(checkpoint, texts, trail);
	}

	/** Returns the text to store in place of a deleted list. */
	writeMarker(checkpoint: string, trail: Trail): string {
		return this.isBare ? "[]" : joinStored(checkpoint, {}, trail);
	}

	/** Returns whether a stored text holds the same list as the store. */
	isList(store: TodoStore, text: string, { checkpoint }: StoredList): boolean {
		return this.isBare
			? todosJson(store) === text
			: this.writeCheckpoint(store) === checkpoint;
	}

	/** Returns whether the history of the store has the list of a text. Revisions are not compared, as merging changes them. */
	hasBeen(store: TodoStore, text: string): boolean {
		if (this.isBare) return false;
		const older = TodoStore.fromCheckpoint(text);
		const last = older.history().map(writeWithoutRevision).at(-1);
		older.free();
		return store
			.history()
			.map(writeWithoutRevision)
			.includes(last as string);
	}
}

/** A snapshot as text, without its revision. */
const writeWithoutRevision = ({ by, at, todos }: Snapshot) =>
	JSON.stringify([by, at, todos]);
