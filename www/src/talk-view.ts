// The conversation so far: turns of the agent with their calls and answers, what the reader did in
// between, and last, as it would be said now, what the agent will say next.

import type { DialectName } from "agent-todos";
import { element } from "./element";
import type { Exchange } from "./exchange";
import { callPiece, exchange } from "./exchange";
import type { Wording } from "./wording";

/** Buttons that choose between calls as short as can be and calls to the last character. */
export interface LengthButtons {
	readonly short: HTMLButtonElement;
	readonly whole: HTMLButtonElement;
}

/** What the agent will do next, and what its model would say of it now. */
export interface NextTurn {
	readonly does: string;
	readonly dialect: DialectName;
	readonly wording: Wording;
	/** Lines of the calls that say nothing new. */
	readonly known: ReadonlySet<string>;
}

export class TalkView {
	#next: HTMLElement | undefined;

	constructor(
		private readonly log: HTMLElement,
		{ short, whole }: LengthButtons,
	) {
		const choose = (isShort: boolean) => {
			short.setAttribute("aria-pressed", `${isShort}`);
			whole.setAttribute("aria-pressed", `${!isShort}`);
			log.classList.toggle("is-short", isShort);
		};
		short.addEventListener("click", () => choose(true));
		whole.addEventListener("click", () => choose(false));
		choose(true);
	}

	addTurn(
		number: number,
		does: string,
		dialect: DialectName,
		exchanges: readonly Exchange[],
		unsaid: readonly string[],
	): void {
		this.#add(
			heading(does, dialect, `${number}`),
			...exchanges.flatMap(exchange),
			...unsaid.map(unsaidLine),
		);
	}

	/** What the reader did, or a call that they sent in the model's place. */
	addByReader(did: string, sent?: Exchange): void {
		if (!sent) {
			this.#add(element("h3", { class: "by-person" }, did));
			return;
		}
		const title = heading(did, sent.dialect);
		title.classList.add("by-reader");
		this.#add(title, ...exchange(sent));
	}

	/** What comes next, in the dialect of now; nothing when the recording is at its end. */
	showNext(next: NextTurn | undefined): void {
		const before = this.#next;
		this.#next = next && nextTurn(next);
		const { scrollTop } = this.log;
		if (before && this.#next) before.replaceWith(this.#next);
		else if (this.#next) this.log.append(this.#next);
		else before?.remove();
		this.log.scrollTop = scrollTop;
	}

	/** Brings what comes next into sight, with as much as there is room for of what came before. */
	scrollToNext(): void {
		if (this.#next) this.log.scrollTop = this.#next.offsetTop;
	}

	clear(): void {
		this.log.replaceChildren();
		this.#next = undefined;
	}

	#add(...children: Node[]): void {
		const turn = element("article", { class: "turn" }, ...children);
		this.log.insertBefore(turn, this.#next ?? null);
		// To its beginning, or to the end of the log where that shows all of it.
		this.log.scrollTop = turn.offsetTop;
	}
}

function nextTurn({ does, dialect, wording, known }: NextTurn): HTMLElement {
	const calls = wording.calls.map((call) =>
		element("div", { class: "exchange" }, callPiece(call, known)),
	);
	return element(
		"article",
		{ class: "next" },
		heading(does, dialect, "next"),
		...calls,
		...wording.unsaid.map(unsaidLine),
	);
}

function heading(
	does: string,
	dialect: DialectName,
	number?: string,
): HTMLElement {
	const title = element(
		"h3",
		{},
		element("span", { class: "turn-does" }, does),
		element("code", { class: "dialect-tag" }, dialect),
	);
	if (number !== undefined)
		title.prepend(element("span", { class: "turn-number" }, number));
	return title;
}

function unsaidLine(text: string): HTMLElement {
	return element("p", { class: "unsaid" }, text);
}
