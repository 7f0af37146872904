// The box in which the reader plays the model.

import type { Outcome } from "agent-todos";
import { knownLines } from "./call-lines";
import { element } from "./element";
import type { ExampleCall } from "./example-calls";
import { exampleCalls, firstExample } from "./example-calls";
import type { Exchange } from "./exchange";
import { answer } from "./exchange";
import type { Model } from "./model";

export interface OwnCallElements {
	readonly form: HTMLFormElement;
	readonly text: HTMLTextAreaElement;
	readonly label: HTMLLabelElement;
	/** Where the tool is chosen, when the dialect has several. */
	readonly tools: HTMLElement;
	readonly examples: HTMLElement;
	readonly answer: HTMLElement;
}

export class OwnCall {
	#tool = "";
	/**
	 * Whether the text is an example that the reader has neither changed nor sent: it may follow the
	 * list and the dialect.
	 */
	#isExample = true;
	#isEdited = false;

	/** `sent` hears of every call that was sent. */
	constructor(
		private readonly model: Model,
		private readonly elements: OwnCallElements,
		private readonly sent: (exchange: Exchange) => void,
	) {
		const { form, text } = elements;
		text.addEventListener("input", () => {
			this.#isExample = false;
			this.#isEdited = true;
		});
		text.addEventListener("keydown", (event) => {
			if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
				event.preventDefault();
				form.requestSubmit();
			}
		});
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#send();
		});
		this.speak();
	}

	/** Takes up the dialect that the model speaks now. A call that the reader is writing stays. */
	speak(): void {
		const { dialect } = this.model;
		if (!this.#isEdited) this.#isExample = true;
		this.#choose(firstExample(dialect, this.model.drafts()).tool);
		this.elements.examples.replaceChildren(
			...exampleCalls(dialect).map((example) => this.#exampleButton(example)),
		);
		this.follow();
	}

	/** Keeps an example true to the list, while nobody is at it. */
	follow(): void {
		const { text } = this.elements;
		if (!this.#isExample || document.activeElement === text) return;
		text.value =
			this.#tool === "todo_read"
				? "{}"
				: firstExample(this.model.dialect, this.model.drafts()).text;
	}

	#choose(tool: string): void {
		this.#tool = tool;
		const { tools, dialect } = this.model;
		const named = element("code", {}, tool);
		const { label } = this.elements;
		if (dialect === "xml_call")
			label.replaceChildren("Text with calls of ", named, ", in XML");
		// Among several, the one that is chosen shows itself.
		else if (tools.length > 1) label.replaceChildren("Arguments, as JSON text");
		else label.replaceChildren("Arguments of ", named, ", as JSON text");
		const buttons = tools.map(({ name }) => {
			const button = element(
				"button",
				{ type: "button", class: "quiet", "aria-pressed": `${name === tool}` },
				name,
			);
			button.addEventListener("click", () => {
				this.#choose(name);
				if (!this.#isEdited) this.#isExample = true;
				this.follow();
				[...this.elements.tools.querySelectorAll("button")]
					.find(({ textContent }) => textContent === name)
					?.focus();
			});
			return button;
		});
		this.elements.tools.replaceChildren(...(buttons.length > 1 ? buttons : []));
	}

	#exampleButton({ name, call }: ExampleCall): HTMLButtonElement {
		const button = element(
			"button",
			{ type: "button", class: "example" },
			name,
		);
		button.addEventListener("click", () => {
			const { tool, text } = call(this.model.drafts());
			this.#choose(tool);
			this.elements.text.value = text;
			this.#send();
		});
		return button;
	}

	#send(): void {
		const call = { tool: this.#tool, text: this.elements.text.value };
		const { dialect } = this.model;
		const known = knownLines(this.model.unchanged());
		this.#isExample = this.#isEdited = false;
		const outcomes = this.model.send(call);
		const shown = outcomes.flatMap((outcome) => [
			verdict(outcome),
			element(
				"div",
				{ class: "exchange", "data-ok": `${outcome.ok}` },
				...answer(outcome),
			),
		]);
		this.elements.answer.replaceChildren(
			...(shown.length > 0 ? shown : [noCall()]),
		);
		this.sent({ dialect, call, outcomes, known });
	}
}

function verdict({ ok, changed, notes }: Outcome): HTMLElement {
	const word = !ok
		? "Refused"
		: notes.length > 0
			? "Repaired and carried out"
			: "Carried out";
	const unchanged = ok ? "the list is as it was" : "the list is untouched";
	const effect = changed ? "the list changed" : unchanged;
	return element(
		"p",
		{ class: "verdict", "data-ok": `${ok}` },
		element("strong", {}, word),
		` · ${effect}`,
	);
}

function noCall(): HTMLElement {
	return element(
		"p",
		{ class: "verdict", "data-ok": "false" },
		element("strong", {}, "No call found"),
		" · the list is untouched: for your code this is plain text",
	);
}
