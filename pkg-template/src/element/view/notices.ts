// The notices below the header: an error, a lost connection, a change of the plan.

import { icon, iconButton } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import { ownText, type View } from "./view.js";

export function viewNotices(view: View): Pieces {
	const { say, ui, session, isConnected, asked, still } = view;
	// A notice that comes while the list stands still waits, or lies over it.
	const { replan } = still ?? session;
	return [
		h(
			"div",
			{ key: "alert", role: "alert", class: still && "alert over" },
			ui.error !== undefined &&
				h(
					"div.notice.bad",
					{ part: "notice" },
					icon("warn"),
					ownText("p.error", ui.error),
					iconButton("remove", "forget-error", say("dismiss")),
				),
		),
		!isConnected &&
			!still &&
			h(
				"div.notice.offline",
				{ part: "notice" },
				icon("clock"),
				h("p", {}, say("disconnected")),
			),
		asked &&
			h(
				"div.notice.asked",
				{ part: "notice" },
				icon("user"),
				h(
					"p",
					{},
					asked.isPlanned && `${say("samePlan")} `,
					ownText("span", say("askedFor", { changes: asked.changes })),
				),
			),
		replan && !view.isReadonly && viewReplan(view, replan),
	];
}

function viewReplan(
	{ say, ui, session, todos }: View,
	{ added, reworded, removed }: NonNullable<View["session"]["replan"]>,
): Template {
	const isSince =
		Boolean(session.list.approval) || todos.some(({ approved }) => approved);
	// The sentence is written around a link, wherever a language puts it.
	const [before = "", after = ""] = say(
		isSince ? "replannedSince" : "replanned",
		{ what: "\n" },
	).split("\n");
	const counts: Pieces[] = [];
	if (added.size > 0) counts.push([say("countAdded", { count: added.size })]);
	if (reworded.size > 0)
		counts.push([say("countReworded", { count: reworded.size })]);
	if (removed.length > 0)
		counts.push([
			h(
				"button.link",
				{
					type: "button",
					"data-do": "removed",
					"aria-expanded": String(ui.showsRemoved),
				},
				say("countRemoved", { count: removed.length }),
			),
		]);
	return h(
		"div.notice.replan",
		{ part: "notice" },
		icon("edit"),
		h(
			"div.what",
			{},
			h(
				"p",
				{},
				before,
				...counts.map((count, place) => [place > 0 && ", ", count]),
				after,
			),
			ui.showsRemoved &&
				h(
					"ul",
					{},
					...removed.map(({ key, content }) =>
						h("li", { key }, ownText("span.was", content)),
					),
				),
		),
		iconButton("remove", "forget-replan", say("dismiss")),
	);
}
