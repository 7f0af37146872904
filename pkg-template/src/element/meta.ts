// What a row says besides its text: the evidence, and the end of the row.

import type { Facts } from "./facts.js";
import { type Icon, icon, type RowState } from "./icons.js";
import { address } from "./session.js";
import { h, type Pieces } from "./template.js";
import { sayDuration } from "./time.js";
import { countSettled, type Item, isSettled } from "./tree.js";
import { clock, nameSite, ownText, type View } from "./view.js";

/**
 * Returns what shows that a todo is done. An address in it is a link, if the person lets the agent
 * act on its site.
 */
export function viewEvidence({ session }: View, text: string): Pieces {
	const url = address.exec(text)?.[0];
	if (!url || !session.mayLink(url)) return [ownText("span.evidence", text)];
	const place = text.indexOf(url);
	return [
		h(
			"span.evidence",
			{ dir: "auto" },
			text.slice(0, place),
			h("a", { href: url, rel: "noreferrer", target: "_blank" }, nameSite(url)),
			text.slice(place + url.length),
		),
	];
}

export function viewMeta(
	view: View,
	{ todo, steps }: Item,
	shown: RowState,
	{ since, spent, isNew, was, mine, isKnownToAgent }: Facts,
	isReview: boolean,
	areStepsOpen: boolean,
): Pieces {
	const { say, isReadonly, session } = view;
	const badge = (text: string) => [h("span.badge", {}, text)];
	const isOpen = !isSettled(todo);
	const isUnapproved =
		!isReview &&
		session.list.approval &&
		isOpen &&
		!todo.approved &&
		mine !== "added";
	const about = (): Pieces => {
		if (isNew) return badge(say("isNew"));
		if (was !== undefined) return badge(say("reworded"));
		if (steps.length > 0) return [];
		if (shown === "doing" && since !== undefined) return [clock(view, since)];
		if (shown === "done" && spent >= 1000)
			return [h("span.num", {}, sayDuration(spent, say))];
		if (isUnapproved) return badge(say("notApproved"));
		if (todo.confirm && isOpen && !todo.claimed)
			return [mark("user", say("youConfirm"), "you")];
		return todo.priority === "high" && isOpen
			? [mark("high", say("highPriority"))]
			: [];
	};
	return [
		...about(),
		steps.length > 0 && [
			h("span.num", {}, `${countSettled(steps)}/${steps.length}`),
			h(
				"button.icon",
				{
					key: "steps",
					type: "button",
					part: "button",
					"data-do": "steps",
					"aria-label": say("stepsOf", { todo: todo.content }),
					"aria-expanded": String(areStepsOpen),
					tabindex: -1,
				},
				icon("chevron"),
			),
		],
		mine !== undefined &&
			isKnownToAgent === false &&
			!isReadonly &&
			h("span.unread", {
				role: "img",
				"aria-label": say("yourChange"),
				"data-tip": say("agentUntold"),
			}),
	];
}

const mark = (of: Icon, label: string, kind = "") =>
	h(
		"span",
		{ key: of, class: kind, role: "img", "aria-label": label },
		icon(of),
	);
