// Where the agent wants to act, for a person to take sites out before approving the plan, and where it may.

import { make, makeButton, makePart, setText } from "./dom.js";
import type { Say } from "./labels.js";
import type { TodoList } from "./source.js";

export class SitesPanel {
	readonly #title = make("span", { dir: "auto" });
	readonly #revoke = makeButton("revoke");
	readonly #items = make("ul");
	readonly element = makePart(
		"div",
		"sites",
		make("p", {}, this.#title, this.#revoke),
		this.#items,
	);
	#shown = "";
	#sites: readonly string[] = [];
	/** The sites that the person took out of the proposal. */
	readonly #out = new Set<string>();

	constructor() {
		this.#items.addEventListener("change", ({ target }) => {
			const { checked, value } = target as HTMLInputElement;
			if (checked) this.#out.delete(value);
			else this.#out.add(value);
		});
	}

	/** The sites that the person approves with the plan. */
	get chosen(): readonly string[] {
		return this.#sites.filter((site) => !this.#out.has(site));
	}

	/** Forgets what was taken out. */
	begin(): void {
		this.#out.clear();
		this.#shown = "";
	}

	render(list: TodoList | undefined, isReview: boolean, say: Say): void {
		const { proposal, approval } = list ?? {};
		const sites = (proposal ?? approval)?.sites ?? [];
		this.element.hidden = sites.length === 0;
		const since = approval ? "sitesSince" : "sites";
		setText(this.#title, say(proposal ? since : "approvedSites"));
		setText(this.#revoke, say("revoke"));
		this.#revoke.hidden = !approval;
		const isOpen = Boolean(proposal && isReview);
		const shown = `${isOpen} ${sites.join(" ")}`;
		if (shown === this.#shown) return;
		this.#shown = shown;
		this.#sites = sites;
		if (!proposal) this.#out.clear();
		this.#items.replaceChildren(
			...sites.map((site) =>
				make("li", {}, isOpen ? this.#makeChoice(site) : makeSiteText(site)),
			),
		);
	}

	#makeChoice(site: string): HTMLElement {
		const box = make("input", { type: "checkbox", value: site });
		box.checked = !this.#out.has(site);
		return make("label", {}, box, makeSiteText(site));
	}
}

/** An origin reads from left to right, whatever the page. */
const makeSiteText = (site: string) => make("span", { dir: "ltr" }, site);
