// Elements are made by name and filled with text nodes: nothing here is ever parsed as HTML, so it works where Trusted Types
// allow no policy at all.

/** Creates an element with attributes and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Readonly<Record<string, string>> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes))
		element.setAttribute(attribute, value);
	element.append(...children);
	return element;
}

const paths = {
	check: "M3 8.5 6.5 12 13 4.5",
	move: "M6 3v.01M10 3v.01M6 8v.01M10 8v.01M6 13v.01M10 13v.01",
	skip: "M3 4l5 4-5 4zM12 4v8",
	reopen: "M4 8a4 4 0 1 1 1.5 3.1M4 12V8h4",
	remove: "M4 4l8 8M12 4l-8 8",
	mine: "M8 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5M3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5",
	open: "M9 3h4v4M13 3 7 9M6 4H3v9h9v-3",
	undo: "M6 4 3 7l3 3M3 7h6a3.5 3.5 0 0 1 0 7H7",
};

/** What a button does, by the name of its picture. */
export type Icon = keyof typeof paths;

export function makeIcon(name: Icon): SVGElement {
	const space = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(space, "svg");
	svg.setAttribute("viewBox", "0 0 16 16");
	svg.setAttribute("aria-hidden", "true");
	const path = document.createElementNS(space, "path");
	path.setAttribute("d", paths[name]);
	svg.append(path);
	return svg;
}

/** Creates a button with a picture. Its `data-do` names what it does. */
export function makeIconButton(name: Icon, action: string): HTMLButtonElement {
	return make(
		"button",
		{ type: "button", "data-do": action, class: `icon ${name}` },
		makeIcon(name),
	);
}

/** Creates a button with a text. Its `data-do` names what it does. */
export const makeButton = (
	action: string,
	attributes: Readonly<Record<string, string>> = {},
	...text: readonly string[]
): HTMLButtonElement =>
	make(
		"button",
		{ type: "button", part: "button", "data-do": action, ...attributes },
		...text,
	);

/** Creates the button that sends a form. */
export const makeSubmitButton = (
	...text: readonly string[]
): HTMLButtonElement =>
	make("button", { type: "submit", part: "button" }, ...text);

/** The attributes that all fields have in common. */
export const field = {
	name: "text",
	part: "input",
	dir: "auto",
	autocomplete: "off",
};

/** Labels a field. */
export function labelField(field: HTMLElement, label: string): void {
	setAttribute(field, "aria-label", label);
	setAttribute(field, "placeholder", label);
}

/** Creates an element that the page can style by its part, which is also its class. */
export const makePart = <Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	part: string,
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] =>
	make(name, { class: part, part }, ...children);

/** Creates the element of a text from the list or from a person, which has its own direction. */
export const makeText = (name: string, ...content: readonly string[]) =>
	make("span", { class: name, dir: "auto" }, ...content);

/** Sets a text if it differs: a browser lays out, and a screen reader reads, what is set again. */
export function setText(element: Element, text: string): void {
	if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(
	element: Element,
	name: string,
	value: string | null,
): void {
	if (element.getAttribute(name) === value) return;
	if (value === null) element.removeAttribute(name);
	else element.setAttribute(name, value);
}
