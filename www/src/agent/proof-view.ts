// The proof: what the model reads of a change of the person, below the list that they changed.

import { Conversation, type TodoStore } from "agent-todos";
import { markPerson, saidOfPerson } from "../by-person";

export class ProofView {
	constructor(
		private readonly box: HTMLElement,
		private readonly text: HTMLElement,
	) {}

	clear(): void {
		this.box.hidden = true;
	}

	/** Shows what the model of a conversation reads next, if a change of the person is in it. */
	show(store: TodoStore, conversation: Conversation): void {
		// A copy reads it, so that the model still does.
		const copy = Conversation.fromCheckpoint(store, conversation.checkpoint());
		const reminder = copy.reminder() ?? "";
		if (saidOfPerson(reminder) === "") return;
		this.text.replaceChildren(...markPerson(reminder));
		this.box.hidden = false;
	}
}
