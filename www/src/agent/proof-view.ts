// The proof: what the model reads of a change of the person, below the list that they changed.

import { markPerson, saidOfPerson } from "../by-person";

export class ProofView {
	/** Whether the person changed something that the model has not read. */
	#isDue = false;

	constructor(
		private readonly box: HTMLElement,
		private readonly text: HTMLElement,
	) {}

	clear(): void {
		this.#isDue = false;
		this.box.hidden = true;
	}

	personChanged(): void {
		this.#isDue = true;
	}

	/** Shows a reminder that goes to the model, if there is a change of the person in it. */
	modelReads(reminder: string): void {
		if (!this.#isDue || saidOfPerson(reminder) === "") return;
		this.#isDue = false;
		this.text.replaceChildren(...markPerson(reminder));
		this.box.hidden = false;
	}
}
