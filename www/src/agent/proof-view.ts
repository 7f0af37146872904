// The proof: what the model reads of a change of the person, below the list that they changed.

import { element } from "../element";

/** A sentence of a reminder about what the person did. */
const byPerson = /(The user [^\n<]*)/;

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
		if (!this.#isDue || !byPerson.test(reminder)) return;
		this.#isDue = false;
		this.text.replaceChildren(
			...reminder
				.split(byPerson)
				.map((part, place) =>
					place % 2 === 0
						? part
						: element("span", { class: "by-person" }, part),
				),
		);
		this.box.hidden = false;
	}
}
