// The proof: what the model reads of a change of the person, below the list that they changed. It
// stands there from the start, so that nothing moves when it comes.

import { Conversation, type TodoStore } from "agent-todos";
import { markPerson, saidOfPerson } from "../by-person";
import { element } from "../element";

/** The places that it is shown in. */
export interface ProofPlaces {
	readonly title: HTMLElement;
	/** The sentence about the person. */
	readonly said: HTMLElement;
	/** What opens the whole text. */
	readonly whole: HTMLElement;
	readonly text: HTMLElement;
}

export class ProofView {
	constructor(private readonly places: ProofPlaces) {
		this.clear();
	}

	clear(): void {
		const { title, said, whole } = this.places;
		title.textContent = "The model reads before its next step";
		said.textContent = "Skip a step: what the model reads appears here.";
		whole.hidden = true;
	}

	/** The task is over: what stands here was read. */
	end(): void {
		const { title, whole } = this.places;
		if (!whole.hidden) title.textContent = "The model read this";
	}

	/** Shows what the model of a conversation reads next, if a change of the person is in it. */
	show(
		store: TodoStore,
		conversation: Conversation,
		messages: readonly object[],
	): void {
		// A copy reads it, so that the model still does.
		const copy = new Conversation(store, { saved: conversation.checkpoint() });
		let reminder = "";
		copy.remind(messages, (content) => {
			reminder = content;
			return { role: "user", content };
		});
		const sentence = saidOfPerson(reminder);
		if (sentence === "") return;
		const { said, whole, text } = this.places;
		said.replaceChildren(element("span", { class: "by-person" }, sentence));
		text.replaceChildren(...markPerson(reminder));
		whole.hidden = false;
	}
}
