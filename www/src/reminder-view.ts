// The reminder: the exact text that goes into the conversation, or the same with a line for each
// todo.

import { markPerson, splitByPerson } from "./by-person";
import { colouredXml } from "./coloured-code";
import { element } from "./element";

export class ReminderView {
	#text = "";
	#lines: readonly string[] = [];
	/** Those of the reminder before: what is not among them is new, and marked. */
	#linesBefore: ReadonlySet<string> = new Set();
	#isPretty = true;

	constructor(
		private readonly output: HTMLElement,
		private readonly buttons: {
			readonly pretty: HTMLButtonElement;
			readonly exact: HTMLButtonElement;
		},
	) {
		buttons.pretty.addEventListener("click", () => this.#choose(true));
		buttons.exact.addEventListener("click", () => this.#choose(false));
	}

	show(reminder: string): void {
		this.#linesBefore = new Set(this.#lines);
		this.#text = reminder;
		this.#lines = linesOf(reminder);
		this.#draw();
	}

	#choose(isPretty: boolean): void {
		this.#isPretty = isPretty;
		this.buttons.pretty.setAttribute("aria-pressed", `${isPretty}`);
		this.buttons.exact.setAttribute("aria-pressed", `${!isPretty}`);
		this.#draw();
	}

	#draw(): void {
		if (this.#isPretty)
			this.output.replaceChildren(
				...this.#lines.map((line) =>
					prettyLine(line, !this.#linesBefore.has(line)),
				),
			);
		else this.output.replaceChildren(...markPerson(this.#text, colouredXml));
		// What is new is in sight.
		this.output.scrollTop =
			(this.output.querySelector<HTMLElement>(".by-person, .line-new")
				?.offsetTop ?? 0) -
			this.output.clientHeight / 3;
	}
}

/**
 * Breaks lines before elements. A "<" in a todo's own text is escaped, so what looks like a tag is
 * one.
 */
function linesOf(reminder: string): string[] {
	const lines = splitByPerson(reminder).map((part, place) =>
		place % 2 === 0
			? part.replaceAll(/<todo |<\/todos>|<\/browser-state>/g, "\n$&")
			: `\n${part}`,
	);
	return lines.join("").split("\n");
}

function prettyLine(line: string, isNew: boolean): HTMLElement {
	const kind = line.startsWith("<todo ")
		? isNew
			? "line-todo line-new"
			: "line-todo"
		: "line";
	return element("span", { class: kind }, ...markPerson(line, colouredXml));
}
