// The panel: what stands around the list.

import { button, icon, iconButton } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import { isSettled } from "../session/tree.js";
import { viewCard } from "./cards.js";
import {
	type HeaderStatus,
	isListHidden,
	readHeaderStatus,
	viewHead,
} from "./head.js";
import { viewLine } from "./line.js";
import { viewNotices } from "./notices.js";
import { viewList } from "./rows.js";
import { chip, nameSite, textField, type View } from "./view.js";

/** Returns what the element shows, from its list and what a person has open. */
export function viewPanel(view: View): Pieces {
	if (view.mode === "line")
		return viewLine(
			view,
			view.isReview ? [...viewSitesBox(view), ...viewFoot(view)] : [],
		);
	const { onDemand } = view;
	if (onDemand && view.ui.historyIndex !== undefined)
		return onDemand.viewHistory(view);
	const status = readHeaderStatus(view);
	return [
		viewHead(view, status),
		...viewNotices(view),
		...viewCard(view, status.cards),
		...viewBody(view, status),
		...viewSitesBox(view),
		...viewFoot(view),
		h("slot", { name: "result" }),
		onDemand?.viewMenu(view),
	];
}

function viewBody(view: View, status: HeaderStatus): Pieces {
	const { say, ui, isReadonly } = view;
	const { isPlanning, isEmpty, isOver } = status;
	const isHidden = isListHidden(view);
	const empty = h(
		"div.empty",
		{ part: "empty" },
		icon("list"),
		h("b", {}, say("empty")),
		!isReadonly && h("span", {}, say("emptyHint")),
	);
	return [
		(view.still?.isOver ?? isOver) && viewShare(view, isHidden),
		isEmpty && !isPlanning && empty,
		...viewList(view, status, isHidden),
		ui.isOutOfSight &&
			button("to-current", say("inProgress"), "small jump", "send"),
	];
}

/**
 * Returns what the person did of all that is settled, and the button that copies it. The title says
 * how it went. Under a heading they stay when the list is folded.
 */
function viewShare(
	{ say, todos, decisions, heading, isReadonly }: View,
	isHidden: boolean,
): Template | false {
	const counts = {
		countAdded: 0,
		countReworded: 0,
		countDone: 0,
		countSkipped: 0,
		countHeld: 0,
	};
	for (const todo of todos)
		for (const { aspect, by, held = 0 } of decisions.get(todo.key) ?? []) {
			if (by !== "user") continue;
			counts.countHeld += held;
			if (aspect === "presence") counts.countAdded++;
			if (aspect === "content") counts.countReworded++;
			// Who reopens a todo has neither done nor skipped it.
			if (aspect === "state" && isSettled(todo))
				counts[todo.status === "done" ? "countDone" : "countSkipped"]++;
		}
	const what = (Object.keys(counts) as (keyof typeof counts)[])
		.filter((label) => counts[label] > 0)
		.map((label) => say(label, { count: counts[label] }));
	const isShown = heading !== "" || (what.length > 0 && !isHidden);
	return (
		isShown &&
		h(
			"div.share",
			{},
			what.length > 0 &&
				h("span.pill.read", {}, say("youDid", { what: what.join(", ") })),
			!isReadonly && iconButton("list", "copy", say("copy")),
		)
	);
}

/** Returns the sites: proposed ones with a plan, or where the agent may act. */
function viewSitesBox(view: View): Pieces {
	const { say, ui, isReview, session, isReadonly } = view;
	const { proposal, approval } = session.list;
	const box = (label: string, ...more: Pieces) =>
		h(
			"div.sites",
			{ part: "sites" },
			h("span", { id: "sites" }, label),
			...more,
		);
	if (isReview && proposal && proposal.sites.length > 0)
		return [
			box(
				say(approval ? "moreSites" : "sites"),
				h(
					"ul.chips",
					{ "aria-labelledby": "sites" },
					...proposal.sites.map((site) => chip(view, site)),
				),
			),
		];
	const [first, ...others] = (approval?.sites ?? []).map(nameSite);
	if (first === undefined || isReadonly) return [];
	const count = others.length;
	// The sentence is written around the site, wherever a language puts it.
	const [before = "", after = ""] = say(
		count > 0 ? "mayActOnMore" : "mayActOn",
		{ site: "\n", count },
	).split("\n");
	return [
		h(
			"button.where",
			{
				type: "button",
				part: "where",
				"data-do": "where",
				"aria-expanded": String(ui.showsSites),
			},
			icon("shield"),
			h("span.one", {}, before, h("b", {}, first), after),
		),
		ui.showsSites &&
			box(
				say("approvedSites"),
				h(
					"ul.chips",
					{ "aria-labelledby": "sites" },
					...[first, ...others].map((site) =>
						h(
							"li.chip",
							{ key: site, part: "chip" },
							icon("globe"),
							h("span.one", { dir: "ltr" }, site),
						),
					),
				),
				h("div.buttons", {}, button("revoke", say("revoke"), "small")),
			),
	];
}

function viewFoot(view: View): Pieces {
	const { say, ui, isReview, isReadonly, todos } = view;
	const isLeft = view.isIdle || view.isStopped;
	if (!isReview && isLeft && view.isResumable)
		return [
			h(
				"footer.foot",
				{ part: "foot" },
				button("resume", say("resume"), "main"),
			),
		];
	if (!isReview || isReadonly || todos.length === 0) return [];
	if (ui.asksForChanges)
		return [
			h(
				"form.foot.changes",
				{ part: "foot", "data-form": "changes" },
				h("span.num", { "aria-hidden": "true" }, say("changesWhat")),
				textField(view, "changes", say("changesWhat")),
				h(
					"div.buttons",
					{},
					button("cancel-changes", say("cancel"), "quiet"),
					button("submit", say("send"), "main"),
				),
			),
		];
	return [
		h(
			"footer.foot",
			{ part: "foot" },
			button("start", say("start"), "main", undefined, {
				disabled: todos.every(isSettled),
			}),
			button("changes", say("changes")),
		),
	];
}
