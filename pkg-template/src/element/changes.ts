// "Ask for changes": what a person wants different about the plan.

import {
	field,
	labelField,
	make,
	makeButton,
	makeSubmitButton,
	setText,
} from "./dom.js";
import type { Say } from "./labels.js";

export class Changes {
	/** Opens the form. */
	readonly button = makeButton("changes");
	readonly #field = make("input", field);
	readonly #send = makeSubmitButton();
	readonly #cancel = makeButton("cancel-changes");
	readonly form = make(
		"form",
		{ class: "ask", "data-form": "changes" },
		this.#field,
		this.#send,
		this.#cancel,
	);
	#isOpen = false;

	label(say: Say): void {
		setText(this.button, say("changes"));
		setText(this.#send, say("send"));
		setText(this.#cancel, say("cancel"));
		labelField(this.#field, say("changesWhat"));
	}

	/** Shows the button or the form, where a plan is reviewed. */
	render(isReview: boolean): void {
		this.button.hidden = !isReview || this.#isOpen;
		this.form.hidden = !isReview || !this.#isOpen;
	}

	open(): void {
		this.#isOpen = true;
		this.render(true);
		this.#field.focus();
	}

	close(): void {
		this.#isOpen = false;
		this.render(true);
		this.button.focus();
	}

	/** Clears and closes the form. */
	end(): void {
		this.#isOpen = false;
		this.#field.value = "";
	}

	/** The text in the form. */
	get text(): string {
		return this.#field.value.trim();
	}

	/** Closes the form after its text was passed on. */
	finish(): void {
		this.end();
		this.close();
	}
}
