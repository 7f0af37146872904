// What a hand does to an element of a page so that the page sees it as a person's.

import { describe } from "./page-text";

/** Something that cannot be done on this page; the message is for the model. */
export class BrowserError extends Error {
	override readonly name = "BrowserError";
}

/**
 * A page that did not load, which is no todo's fault: the run stops, and can go on. The message is
 * for the person.
 */
export class PageError extends Error {
	override readonly name = "PageError";
}

/**
 * Returns the element that was numbered `place` when the page was last read. Throws a
 * `BrowserError` if it is gone.
 */
export function elementAt(
	elements: readonly HTMLElement[],
	place: number,
): HTMLElement {
	const element = elements[place - 1];
	if (element?.isConnected) return element;
	throw new BrowserError(
		`there is no [${place}] on this page: read_page returns the numbers of its elements`,
	);
}

/**
 * Returns the address that a model asks for, which may be relative to the page that is open. Throws
 * a `BrowserError` if it is none.
 */
export function addressOf(address: string, base: string | undefined): URL {
	if (!URL.canParse(address, base))
		throw new BrowserError(
			`${JSON.stringify(address)} is not an address: send one like "index.html"`,
		);
	return new URL(address, base);
}

/** Throws a `BrowserError` for what the page lets nobody use. */
export function checkUsable(element: HTMLElement): void {
	if (element.matches(":disabled"))
		throw new BrowserError(
			`${describe(element)} is disabled: the page does not let anyone use it`,
		);
}

/**
 * Writes text into a field in place of what is in it, once it is called. Throws a `BrowserError`
 * where text cannot be written.
 */
export function writing(
	field: HTMLElement,
	place: number,
	text: string,
): () => void {
	const {
		HTMLInputElement: Input,
		HTMLTextAreaElement: Area,
		InputEvent: Typed,
		Event: Plain,
	} = viewOf(field);
	const isInput =
		field instanceof Input &&
		!["radio", "checkbox", "submit", "button"].includes(field.type);
	if (!isInput && !(field instanceof Area))
		throw new BrowserError(
			`[${place}] is a ${describe(field)}: text goes into a textbox`,
		);
	return () => {
		field.value = text;
		field.dispatchEvent(
			new Typed("input", {
				bubbles: true,
				inputType: "insertText",
				data: text,
			}),
		);
		field.dispatchEvent(new Plain("change", { bubbles: true }));
	};
}

/** Selects an option, once it is called. Throws a `BrowserError` where there is no such option. */
export function selecting(
	choice: HTMLElement,
	place: number,
	option: string,
): () => void {
	const { HTMLSelectElement: Select, Event: Plain } = viewOf(choice);
	if (!(choice instanceof Select))
		throw new BrowserError(
			`[${place}] is a ${describe(choice)}: options are selected in a combobox`,
		);
	const options = [...choice.options];
	const wanted = options.find(
		({ text, disabled }) => text.trim() === option.trim() && !disabled,
	);
	if (!wanted)
		throw new BrowserError(
			`[${place}] has no option ${JSON.stringify(option)}, but ${options.map(({ text }) => text).join(" | ")}`,
		);
	return () => {
		choice.value = wanted.value;
		choice.dispatchEvent(new Plain("input", { bubbles: true }));
		choice.dispatchEvent(new Plain("change", { bubbles: true }));
	};
}

function viewOf(element: HTMLElement): Window & typeof globalThis {
	const view = element.ownerDocument.defaultView;
	if (view) return view;
	throw new BrowserError("the page is gone: read the one that is there");
}
