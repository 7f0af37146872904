// The form in a row: for another text, for a reason, or for a place.

import {
	field,
	labelField,
	make,
	makeButton,
	makeSubmitButton,
} from "./dom.js";
import type { Say } from "./labels.js";

const forms = {
	edit: { submit: "save", attributes: { rows: "1" } },
	why: { submit: "skipIt", attributes: {} },
	back: { submit: "sendBack", attributes: {} },
	answer: { submit: "answer", attributes: {} },
	where: { submit: "moveIt", attributes: { type: "number", min: "1" } },
} as const;

export type FormKind = keyof typeof forms;

export class RowForm {
	readonly kind: FormKind;
	readonly element: HTMLFormElement;
	readonly #field: HTMLInputElement | HTMLTextAreaElement;
	readonly #opened: string;
	/** The revision that the person saw when they began to answer. */
	shown: number;

	constructor(
		kind: FormKind,
		label: string,
		text: string,
		shown: number,
		say: Say,
	) {
		this.kind = kind;
		this.shown = shown;
		this.#field = make(kind === "edit" ? "textarea" : "input", {
			...field,
			...forms[kind].attributes,
		});
		labelField(this.#field, label);
		this.#field.value = text;
		this.#opened = this.#field.value;
		this.element = make(
			"form",
			{ class: "in-row", "data-form": kind },
			this.#field,
			makeSubmitButton(say(forms[kind].submit)),
			makeButton("cancel", {}, say("cancel")),
		);
	}

	get value(): string {
		return this.#field.value;
	}

	/** Whether the person changed the text. An unchanged form must not undo what others wrote meanwhile. */
	get isTouched(): boolean {
		return this.value !== this.#opened;
	}

	/** Asks again, about another revision. */
	show(revision: number, question: string): void {
		this.shown = revision;
		if (this.kind === "answer") labelField(this.#field, question);
	}

	focus(): void {
		this.#field.focus();
		this.#field.select();
	}
}
