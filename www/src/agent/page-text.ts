// A page as a model reads it: its text, and each thing that can be operated with a number to name
// it by.

import { computeAccessibleName, getRole } from "dom-accessibility-api";

export interface PageText {
	readonly text: string;
	/** The elements by number: the first is [1]. */
	readonly elements: readonly HTMLElement[];
	/** What the page says is wrong. */
	readonly alerts: readonly string[];
}

const operable =
	"a[href], button, input:not([type=hidden]), select, textarea, summary";

/** Reads a page. */
export function pageText(page: Document): PageText {
	const reader = new Reader();
	reader.read(page.body);
	reader.endLine();
	const { pathname, search } = page.location;
	const head = `Page: ${page.title}\nAddress: ${pathname.split("/").at(-1)}${search}\n`;
	return {
		text: [head, ...reader.lines].join("\n"),
		elements: reader.elements,
		alerts: reader.alerts,
	};
}

class Reader {
	readonly lines: string[] = [];
	readonly elements: HTMLElement[] = [];
	readonly alerts: string[] = [];
	#line = "";

	read(parent: Element): void {
		for (const node of parent.childNodes) {
			if (node.nodeType === 3) this.#line += node.nodeValue ?? "";
			else if (node.nodeType === 1) this.#readElement(node as HTMLElement);
		}
	}

	endLine(): void {
		const text = this.#line.replaceAll(/\s+/g, " ").trim();
		if (text !== "") this.lines.push(text);
		this.#line = "";
	}

	#readElement(element: HTMLElement): void {
		if (
			!element.checkVisibility() ||
			element.getAttribute("aria-hidden") === "true"
		)
			return;
		if (element.matches(operable)) {
			this.#readOperable(element);
			return;
		}
		// It is said with its field.
		if (element.matches("label")) {
			this.#readFieldsOf(element);
			return;
		}
		const isBlock = !element.ownerDocument.defaultView
			?.getComputedStyle(element)
			.display.startsWith("inline");
		if (isBlock) this.endLine();
		if (element.matches("h1, h2, h3")) this.#line += "# ";
		if (element.matches("[role=alert]")) {
			const alert = (element.textContent ?? "").trim();
			this.alerts.push(alert);
			this.#line += "! ";
		}
		this.read(element);
		if (element.matches("dt")) this.#line += ":";
		if (isBlock) this.endLine();
	}

	#readFieldsOf(label: HTMLElement): void {
		for (const field of label.querySelectorAll<HTMLElement>(operable))
			this.#readOperable(field);
	}

	#readOperable(element: HTMLElement): void {
		this.endLine();
		this.elements.push(element);
		this.lines.push(
			`[${this.elements.length}] ${describe(element)}${stateOf(element)}`,
		);
	}
}

/** `button "Search"`: what it is and what it is called, as a screen reader says it. */
export function describe(element: HTMLElement): string {
	return `${getRole(element) ?? element.localName} "${computeAccessibleName(element)}"`;
}

function stateOf(element: HTMLElement): string {
	const states: string[] = [];
	const view = element.ownerDocument.defaultView;
	const is = <Kind extends Element>(
		kind: (new () => Kind) | undefined,
	): Kind | undefined =>
		kind !== undefined && element instanceof kind ? element : undefined;
	const select = is(view?.HTMLSelectElement);
	const input = is(view?.HTMLInputElement);
	const area = is(view?.HTMLTextAreaElement);
	if (select) {
		const options = [...select.options].map(({ text }) => text).join(" | ");
		states.push(`= "${select.selectedOptions[0]?.text ?? ""}" of ${options}`);
	} else if (input && (input.type === "radio" || input.type === "checkbox")) {
		states.push(input.checked ? "(checked)" : "(not checked)");
	} else if (input && input.type !== "submit" && input.type !== "button") {
		states.push(
			`= "${input.type === "password" ? "•".repeat(input.value.length) : input.value}"`,
		);
	} else if (area) {
		states.push(`= "${area.value}"`);
	}
	if (element.matches(":disabled")) states.push("(disabled)");
	return states.map((state) => ` ${state}`).join("");
}
