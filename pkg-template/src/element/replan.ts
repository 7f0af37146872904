// How a model changed the plan, until the person dismisses it.

import { make, makeButton, makeText } from "./dom.js";
import type { Say } from "./labels.js";
import type { Replan } from "./news.js";

export class ReplanPanel {
	readonly element = make("div", { class: "replan", part: "replan" });
	#shown: Replan | undefined;

	/** `isSince` says that a person approved the plan before. */
	render(replan: Replan | undefined, isSince: boolean, say: Say): void {
		this.element.hidden = !replan;
		if (this.#shown === replan) return;
		this.#shown = replan;
		this.element.replaceChildren();
		if (!replan) return;
		const { added, removed, reworded } = replan;
		const text = say(isSince ? "replannedSince" : "replanned", {
			added: added.size,
			removed: removed.length,
			reworded: reworded.size,
		});
		const head = make("span", { dir: "auto" }, text);
		this.element.append(
			make("p", {}, head, makeButton("forget-replan", {}, say("dismiss"))),
			make(
				"ul",
				{},
				...removed.map(({ content }) =>
					make("li", {}, makeText("content", content)),
				),
			),
		);
	}
}
