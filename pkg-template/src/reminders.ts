// `Reminders`: what goes into a conversation after the list changed, told once.

import type { ReminderMode, TodoStore } from "../generated/agent_todos_bg.js";
import { checkStore } from "./check-store.js";

/**
 * Decides what one conversation is told of a list. The whole list first, then what changed and the counts; nothing when
 * nothing is new, and when the list is empty or finished. What it gives belongs at the end of the messages, so the prefix
 * that a provider has cached stays as it is.
 */
export class Reminders {
	readonly #store: TodoStore;
	readonly #mode: ReminderMode;
	#seen: number | undefined;

	/** Mode `"full"` tells the whole list after each change, as seed 002 does, and `"off"` nothing. */
	constructor(store: TodoStore, mode: ReminderMode = "changes") {
		checkStore(store, "new Reminders(): store");
		this.#store = store;
		this.#mode = mode;
		store.reminder(mode);
	}

	/** What to append to the conversation now, or undefined. Counts as told. */
	reminder(): string | undefined {
		const text = this.#store.reminder(this.#mode, this.#seen);
		if (text !== undefined) this.#seen = this.#store.revision;
		return text;
	}

	/** The conversation was shortened or taken up again, and the list may be missing in it: the next reminder is the whole list. */
	compacted(): void {
		this.#seen = undefined;
	}
}
