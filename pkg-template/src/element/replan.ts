// How a model changed the plan, until the person dismisses it, and the lists that were finished before this one.

import { button, make, text as spanOf } from "./dom.js";
import type { Say } from "./labels.js";
import type { FinishedRun, Replan } from "./ledger.js";

/** The button that brings a todo back. */
export const restoreButton = (
	action: string,
	key: string,
	todo: string,
	say: Say,
) =>
	button(
		action,
		{ "data-key": key, "aria-label": say("restore", { todo }) },
		say("restoreIt"),
	);

export class ReplanPanel {
	readonly element = make("div", { class: "replan", part: "replan" });
	#shown: Replan | undefined;

	render(replan: Replan | undefined, say: Say): void {
		this.element.hidden = !replan;
		if (this.#shown === replan) return;
		this.#shown = replan;
		this.element.replaceChildren();
		if (!replan) return;
		const { added, removed, reworded } = replan;
		const text = say("replanned", {
			added: added.size,
			removed: removed.length,
			reworded: reworded.size,
		});
		const head = make("span", { dir: "auto" }, text);
		this.element.append(
			make("p", {}, head, button("forget-replan", {}, say("dismiss"))),
			make(
				"ul",
				{},
				...removed.map(({ key, content }) =>
					make(
						"li",
						{},
						spanOf("content", content),
						restoreButton("restore", key, content, say),
					),
				),
			),
		);
	}
}

export class FinishedPanel {
	readonly element = make("div", { class: "finished", part: "finished" });
	#shown = "";

	render(finished: readonly FinishedRun[], say: Say): void {
		const signature = finished.map(({ revision }) => revision).join();
		if (this.#shown === signature) return;
		this.#shown = signature;
		this.element.replaceChildren(
			...finished.map(({ todos }) => {
				const settled = todos.filter(({ status }) => status === "done").length;
				const text = say("earlier", { settled, all: todos.length });
				const items = todos.map(({ content }) =>
					make("li", { class: "content", dir: "auto" }, content),
				);
				const list = make("ul", {}, ...items);
				return make("details", {}, make("summary", {}, text), list);
			}),
		);
	}
}
