// What waits while a person is in the list: one line that lies over its upper edge.

import { icon } from "../dom/icons.js";
import { h, type Template } from "../dom/template.js";
import { readNews, type WaitingNews } from "../session/still.js";
import { listCards, viewFoldedCard } from "./cards.js";
import type { View } from "./view.js";

/**
 * Returns what waits while a person is in the list, as one line over its upper edge: a press lets
 * it come.
 */
export function viewNews(view: View): Template | false {
	const { say, still, todos, ui } = view;
	if (ui.isCardFolded) return viewFoldedCard(view);
	if (!still) return false;
	const news = readNews(still, todos, listCards(view));
	const labels = {
		done: "newsDone",
		failed: "countFailed",
		asked: "newsAsked",
		added: "countAdded",
		gone: "countRemoved",
		changed: "countReworded",
	} as const satisfies Record<keyof WaitingNews, unknown>;
	const what = (Object.keys(labels) as (keyof WaitingNews)[])
		.filter((kind) => news[kind] > 0)
		.map((kind) => say(labels[kind], { count: news[kind] }));
	return (
		what.length > 0 &&
		h(
			"button.news",
			{ type: "button", "data-do": "let-news-in" },
			icon("down"),
			h("span.one", {}, what.join(", ")),
		)
	);
}
