// `mode="line"`: one line, whose press opens the list.

import { glyph, icon } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import { isFailed, isSettled } from "../session/tree.js";
import { viewCard } from "./cards.js";
import {
	type HeaderStatus,
	readHeaderStatus,
	sayTitle,
	viewCount,
	viewRing,
	viewStop,
	viewTime,
} from "./head.js";
import { viewNotices } from "./notices.js";
import { viewList } from "./rows.js";
import { ownText, type View } from "./view.js";

/**
 * `mode="line"`: one line, whose press opens the list, and below it `approval`: what approves the
 * plan.
 */
export function viewLine(view: View, approval: Pieces): Pieces {
	const { ui, say } = view;
	const status = readHeaderStatus(view);
	const { isPlanning, isOver, isEmpty } = status;
	const [lead, text, isShimmering] = readLine(view, status);
	return [
		h(
			"button.line",
			{
				type: "button",
				part: "line",
				"data-do": "sheet",
				"aria-expanded": String(ui.isLineOpen),
			},
			lead,
			h(
				"span.one",
				{ dir: "auto" },
				ownText("span.current", text, { class: isShimmering && "shimmer" }),
			),
			!isOver && viewCount(view, status),
			(!isOver || isPlanning) && viewTime(view, status),
			icon("chevron"),
		),
		h(
			"div.sheet",
			{
				part: "sheet",
				popover: "auto",
				"aria-label": say("todos"),
				role: "dialog",
			},
			ui.isLineOpen && [
				...viewNotices(view),
				...viewCard(view, status.cards),
				isEmpty && !isPlanning
					? h("div.empty", {}, h("b", {}, say("empty")))
					: viewList(view, status, false),
				...approval,
				h("div.foot.small", {}, viewStop(view, status)),
			],
		),
		view.onDemand?.viewMenu(view),
	];
}

/** Returns the picture and the text of the line, and whether it goes on. */
function readLine(
	view: View,
	status: HeaderStatus,
): readonly [Template, string, boolean] {
	const { say, todos, session } = view;
	const { cards, isPlanning, isOver, isEmpty, isReview, failed } = status;
	const drawn = viewRing(view, status);
	const card = session.findTodo(cards[0] ?? "");
	const mark = (shown: "waiting" | "claimed" | "failed", kind: string) =>
		h("span.mark", { key: "mark", class: kind }, glyph(shown, true, false));
	if (isPlanning) return [drawn, say("planning"), true];
	if (isEmpty || isOver || isReview || !view.isConnected)
		return [drawn, sayTitle(view, status), false];
	if (card)
		return [
			mark(card.claimed ? "claimed" : "waiting", "you"),
			card.claimed
				? `${say("pleaseConfirm")}: ${card.content}`
				: (card.question ?? card.content),
			false,
		];
	const doing = todos.find(
		({ status, claimed }) => status === "doing" && !claimed,
	);
	if (doing) return [drawn, doing.activeForm || doing.content, !view.isIdle];
	const failure = failed > 0 && todos.find(isFailed);
	if (failure)
		return [
			mark("failed", "bad"),
			say("failedTodo", { todo: failure.content }),
			false,
		];
	const next = todos.find((todo) => !isSettled(todo));
	return [drawn, say("next", { todo: next?.content ?? "" }), false];
}
