// What shows that a todo is done. An address in it is a link, if the person lets the agent act on its site.

import { make } from "./dom.js";
import type { Session } from "./session.js";

/** The first web address of a text, without the punctuation behind it. */
const address = /https?:\/\/\S*[^\s.,;:!?)\]}'"»”’]/;

export class Evidence {
	readonly element: HTMLElement;
	readonly #session: Session;
	#shown = "";

	constructor(element: HTMLElement, session: Session) {
		this.element = element;
		this.#session = session;
	}

	/** Shows a text. Asks again what is allowed if the approval has changed. */
	async render(text: string): Promise<void> {
		const { element } = this;
		const { list } = this.#session;
		const shown = `${list.approval?.at} ${text}`;
		if (shown === this.#shown) return;
		this.#shown = shown;
		element.hidden = text === "";
		element.textContent = text;
		const url = address.exec(text)?.[0];
		if (!url || !list.approval) return;
		// Without an answer there is no link.
		const isAllowed = await list.call("allows", url).catch(() => false);
		if (!isAllowed || shown !== this.#shown) return;
		const place = text.indexOf(url);
		element.replaceChildren(
			text.slice(0, place),
			make("a", { href: url, rel: "noreferrer", target: "_blank" }, url),
			text.slice(place + url.length),
		);
	}
}
