// What a model made of the plan, with what it dropped, until the person dismisses it, and the lists that were finished before this one.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { make } from "./dom.js";
import type { Say } from "./labels.js";
import type { FinishedRun, Replan } from "./ledger.js";

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
		this.element.append(
			make(
				"p",
				{},
				make("span", { dir: "auto" }, text),
				make(
					"button",
					{ type: "button", part: "button", "data-do": "forget-replan" },
					say("dismiss"),
				),
			),
			make(
				"ul",
				{},
				...removed.map(({ key, content }) =>
					make(
						"li",
						{},
						make("span", { class: "content", dir: "auto" }, content),
						make(
							"button",
							{
								type: "button",
								part: "button",
								"data-do": "restore",
								"data-key": key,
								"aria-label": say("restore", { todo: content }),
							},
							say("restoreIt"),
						),
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
				return make("details", {}, make("summary", {}, text), listing(todos));
			}),
		);
	}
}

const listing = (todos: readonly Readonly<Todo>[]): HTMLElement =>
	make(
		"ul",
		{},
		...todos.map(({ content }) =>
			make("li", { class: "content", dir: "auto" }, content),
		),
	);
