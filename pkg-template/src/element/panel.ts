// The panel: what stands around the list.

import { listCards, viewCard } from "./cards.js";
import {
	button,
	fullRing,
	glyph,
	icon,
	iconButton,
	ring,
	spinner,
} from "./icons.js";
import { listActions, viewRows } from "./rows.js";
import { h, type Pieces, type Template } from "./template.js";
import { sayClock, sayDuration } from "./time.js";
import { countSettled, isFailed, isSettled, showAs } from "./tree.js";
import { chip, nameSite, ownText, textField, type View } from "./view.js";

/** What the element shows, from its list and what a person has open. */
export function viewPanel(view: View): Pieces {
	if (view.mode === "line") return viewLine(view);
	if (view.ui.version !== undefined) return viewHistory(view);
	const status = readStatus(view);
	return [
		viewHead(view, status),
		...viewNotices(view),
		...viewCard(view, status.cards),
		...viewBody(view, status),
		...viewSitesBox(view),
		...viewFoot(view),
		viewMenu(view),
		viewToast(view),
	];
}

type Status = ReturnType<typeof readStatus>;

/** Returns what the header says. */
function readStatus(view: View) {
	const { todos, items, mode, isRunning } = view;
	const isEmpty = todos.length === 0;
	const isOver = !isEmpty && todos.every(isSettled);
	const cards = listCards(view);
	return {
		cards,
		isEmpty,
		isOver,
		isPlanning: isEmpty && (isRunning || view.preview !== undefined),
		isReview: mode === "review" && !isOver,
		settled: countSettled(items),
		failed: items.filter(({ todo }) => isFailed(todo)).length,
	};
}

function sayTitle(view: View, status: Status): string {
	const { say, todos, isRunning, isStopped, isConnected } = view;
	const { cards, isEmpty, isOver, isPlanning, isReview } = status;
	if (!isConnected) return say("notConnected");
	if (isPlanning) return say("planning");
	if (isEmpty) return say("list");
	if (isOver) return sayResult(view, status);
	if (isReview) return say("review");
	if (cards.length > 0) return say("waitingForYou");
	if (isStopped) return say("stopped");
	const isDoing = todos.some(({ status }) => status === "doing");
	return say(isRunning || isDoing ? "working" : "list");
}

/** Says how a list ended: how much is done, and in what time if nothing else is to be said. */
function sayResult({ say, items, session }: View, { failed }: Status): string {
	const done = items.filter(({ todo }) => todo.status === "done").length;
	const skipped = items.length - done - failed;
	const counts = [say("countDone", { count: done })];
	if (skipped > 0) counts.push(say("countSkipped", { count: skipped }));
	if (failed > 0) counts.push(say("countFailed", { count: failed }));
	const [what = ""] = counts;
	const { startedAt, endedAt } = session.times;
	const spent = endedAt && startedAt ? endedAt - startedAt : 0;
	return counts.length > 1 || spent < 1000
		? counts.join(", ")
		: say("doneIn", { what, time: sayDuration(spent, say) });
}

function viewRing(view: View, status: Status): Template {
	const { isConnected, items } = view;
	const { cards, isOver, isPlanning, isReview, isEmpty, settled, failed } =
		status;
	if (!isConnected) return icon("off", "");
	if (isPlanning) return spinner("ring spin");
	if (isReview && !isEmpty) return icon("list", "");
	if (isOver && failed === 0) return fullRing();
	return ring(
		isEmpty ? 0 : settled / items.length,
		cards.length > 0 ? "you" : "",
	);
}

function viewCount(view: View, status: Status): Template | false {
	const { say, items, preview } = view;
	const { isEmpty, isOver, isPlanning, isReview, settled } = status;
	const all = items.length;
	const [text, label] = isPlanning
		? [preview?.length ? say("soFar", { count: preview.length }) : ""]
		: isEmpty || isOver
			? [""]
			: isReview
				? [say("steps", { count: all })]
				: [`${settled}/${all}`, say("count", { done: settled, all })];
	return (
		text !== "" &&
		h(
			"span.num.count",
			{ part: "count", role: label ? "img" : undefined, "aria-label": label },
			text,
		)
	);
}

function viewTime(view: View, status: Status): Template | false {
	const { say, session, planningSince, isConnected } = view;
	const { isPlanning, isOver, isReview } = status;
	const { startedAt, endedAt } = session.times;
	const clock = (since: number) =>
		h(
			"span.num.time",
			{ part: "time", "data-since": since },
			sayClock(since, say),
		);
	if (isPlanning) return planningSince !== undefined && clock(planningSince);
	if (startedAt === undefined || isReview || !isConnected) return false;
	if (!isOver) return clock(startedAt);
	const hasTime =
		endedAt !== undefined &&
		endedAt - startedAt >= 1000 &&
		!view.todos.every(({ status }) => status === "done");
	return (
		hasTime &&
		h(
			"span.num.time",
			{ part: "time", key: "took" },
			sayDuration(endedAt - startedAt, say),
		)
	);
}

const viewStop = (
	{ say, isRunning, todos }: View,
	{ isPlanning, isReview }: Status,
) =>
	isRunning &&
	(isPlanning || !isReview || todos.some(({ status }) => status === "doing")) &&
	h(
		"button.button.small.stop",
		{
			type: "button",
			part: "button stop",
			"data-do": "abort",
			"aria-label": say("abort"),
		},
		icon("stop"),
		h("span.word", {}, say("abort")),
	);

/** Whether the list is open, of which all is settled. */
export const isUnfolded = ({ ui, isReadonly }: View): boolean =>
	ui.isUnfolded ?? isReadonly;

function viewHead(view: View, status: Status): Template {
	const { say, ui, isReadonly } = view;
	const { isOver, isPlanning } = status;
	return h(
		"header.head",
		{ part: "head", class: isOver && !isUnfolded(view) && "alone" },
		viewRing(view, status),
		h(
			"h2.title.one",
			{ part: "title" },
			h("span", { class: isPlanning && "shimmer" }, sayTitle(view, status)),
		),
		viewCount(view, status),
		viewTime(view, status),
		viewStop(view, status),
		isOver &&
			iconButton("chevron", "unfold", say("todos"), {
				"aria-expanded": String(isUnfolded(view)),
			}),
		!isReadonly &&
			iconButton("more", "menu", say("more"), {
				"aria-haspopup": "menu",
				"aria-expanded": String(ui.menu === ""),
			}),
	);
}

function viewNotices(view: View): Pieces {
	const { say, ui, session, isConnected } = view;
	const { replan } = session;
	return [
		h(
			"div",
			{ key: "alert", role: "alert" },
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
			h(
				"div.notice.offline",
				{ part: "notice" },
				icon("clock"),
				h("p", {}, say("disconnected")),
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

const skeleton = (lines: number) =>
	h(
		"div.skeleton",
		{ part: "skeleton", "aria-hidden": "true" },
		...Array.from({ length: lines }, (_, line) => h("i", { key: line })),
	);

function viewBody(view: View, status: Status): Pieces {
	const { say, ui, isReadonly, preview } = view;
	const { isPlanning, isEmpty, isOver } = status;
	if (isPlanning)
		return preview?.length
			? [
					h(
						"div.scroll",
						{ key: "preview", "aria-busy": "true" },
						h(
							"ol",
							{ role: "list", "aria-label": say("todos") },
							...preview.map(({ content }, place) =>
								h(
									"li",
									{ key: place },
									h(
										"div.row.enter",
										{ part: "row todo", "data-status": "todo" },
										h("span.glyph", {}, glyph("todo", true, false)),
										h(
											"div.body",
											{},
											h("div.text", {}, ownText("span.content", content)),
										),
									),
								),
							),
						),
						skeleton(1),
					),
				]
			: [skeleton(4)];
	const empty = h(
		"div.empty",
		{ part: "empty" },
		icon("list"),
		h("b", {}, say("empty")),
		!isReadonly && h("span", {}, say("emptyHint")),
	);
	return [
		isEmpty && empty,
		h("div.scroll", { hidden: isOver && !isUnfolded(view) }, ...viewRows(view)),
		ui.isAway && button("to-current", say("inProgress"), "small jump", "up"),
	];
}

/** The sites: proposed ones with a plan, or where the agent may act. */
function viewSitesBox(view: View): Pieces {
	const { say, ui, mode, session, isReadonly } = view;
	const { proposal, approval } = session.list;
	const box = (label: string, ...more: Pieces) =>
		h(
			"div.sites",
			{ part: "sites" },
			h("span", { id: "sites" }, label),
			...more,
		);
	if (mode === "review" && proposal && proposal.sites.length > 0)
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
			h(
				"span.one",
				{},
				say(count > 0 ? "mayActOnMore" : "mayActOn", { site: first, count }),
			),
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
	const { say, ui, mode, isReadonly, todos } = view;
	if (mode !== "review" || isReadonly || todos.length === 0) return [];
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

/** The menu of a row, or of the list. */
function viewMenu(view: View): Template | false {
	const { ui, say, session, isReadonly } = view;
	if (ui.menu === undefined || isReadonly) return false;
	const todo = session.findTodo(ui.menu);
	const { approval } = session.list;
	const entries = todo
		? listActions(todo, say)
		: ([
				["undo", "undo", say("undo"), "Ctrl Z"],
				["history", "history", say("history")],
				...(approval ? ([["shield", "where", say("siteList")]] as const) : []),
				["copy", "copy", say("copy")],
			] as const);
	return h(
		"div.menu",
		{
			key: `menu ${ui.menu}`,
			part: "menu",
			role: "menu",
			popover: "auto",
			"data-key": ui.menu || undefined,
			"aria-label": todo ? say("moreOf", { todo: todo.content }) : say("more"),
		},
		...entries.map((entry, place) => {
			if (!entry) return h("hr", { key: `line ${place}` });
			const [of, action, label, keys] = entry;
			return h(
				"button",
				{
					key: action,
					class: action === "remove" && "bad",
					type: "button",
					role: "menuitem",
					tabindex: -1,
					"data-do": action,
				},
				icon(of),
				label,
				keys && h("kbd", { "aria-hidden": "true" }, keys),
			);
		}),
	);
}

const viewToast = ({ ui, say }: View) =>
	ui.toast !== undefined &&
	h(
		"div.toast",
		{ part: "toast" },
		ownText("span.one", ui.toast),
		button("undo", say("undo"), "small"),
	);

/** `mode="line"`: one line, whose press opens the list. */
function viewLine(view: View): Pieces {
	const { ui, say } = view;
	const status = readStatus(view);
	const { isPlanning, isOver, isEmpty } = status;
	const [lead, text, isShimmering] = readLine(view, status);
	return [
		h(
			"button.line",
			{
				type: "button",
				part: "line",
				"data-do": "sheet",
				"aria-expanded": String(ui.isOpen),
			},
			lead,
			h(
				"span.one",
				{},
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
			ui.isOpen && [
				...viewNotices(view),
				...viewCard(view, status.cards),
				isPlanning
					? skeleton(4)
					: isEmpty
						? h("div.empty", {}, h("b", {}, say("empty")))
						: h("div.scroll", {}, ...viewRows(view)),
				h("div.foot.small", {}, viewStop(view, status)),
			],
		),
		viewMenu(view),
		viewToast(view),
	];
}

/** Returns the picture and the text of the line, and whether it goes on. */
function readLine(
	view: View,
	status: Status,
): readonly [Template, string, boolean] {
	const { say, todos, session } = view;
	const { cards, isPlanning, isOver, isEmpty, failed } = status;
	const drawn = viewRing(view, status);
	const card = session.findTodo(cards[0] ?? "");
	const mark = (shown: "waiting" | "claimed" | "failed", kind: string) =>
		h("span.mark", { key: "mark", class: kind }, glyph(shown, true, false));
	if (isPlanning) return [drawn, say("planning"), true];
	if (isEmpty || isOver || !view.isConnected)
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
	if (doing) return [drawn, doing.activeForm || doing.content, true];
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

/** The list at a revision of its history, which can be restored. */
function viewHistory(view: View): Pieces {
	const { say, session, ui } = view;
	const history = session.history ?? [];
	const last = history.length;
	const place = Math.min(ui.version || last, last);
	const snapshot = history[place - 1];
	const before = new Map(
		history[place - 2]?.todos.map((todo) => [todo.key, todo]),
	);
	const time = snapshot?.at
		? new Date(snapshot.at).toLocaleTimeString(undefined, {
				hour: "2-digit",
				minute: "2-digit",
			})
		: "–";
	const when =
		snapshot &&
		say("at", { revision: snapshot.revision, who: say(snapshot.by), time });
	return [
		h(
			"header.head",
			{ key: "past head", part: "head" },
			iconButton("back", "leave-history", say("back")),
			h("h2.title.one", { part: "title" }, h("span", {}, say("history"))),
			last > 0 &&
				h(
					"span.num.count",
					{ part: "count" },
					say("revisionOf", { revision: place, last }),
				),
		),
		...viewNotices(view).slice(0, 1),
		h(
			"div.past",
			{},
			h("input", {
				type: "range",
				min: 1,
				max: Math.max(1, last),
				step: 1,
				"data-range": "version",
				"aria-label": say("revision"),
				"aria-valuetext": when,
			}),
			snapshot &&
				h(
					"div.when",
					{},
					icon(snapshot.by === "user" ? "user" : "clock"),
					h("p", {}, describeChange(view, snapshot, before)),
					h("span.num", {}, time),
				),
		),
		h(
			"div.scroll",
			{ key: "past" },
			h(
				"ol",
				{ role: "list", "aria-label": say("history") },
				...(snapshot?.todos ?? []).map((todo) => {
					const shown = showAs(todo);
					const was = before.get(todo.key);
					const isChanged =
						was === undefined || changedIn(was) !== changedIn(todo);
					return h(
						"li",
						{ key: todo.key },
						h(
							"div.row",
							{ part: `row ${shown}`, "data-status": shown },
							h(
								"span.glyph",
								{ "aria-hidden": "true" },
								glyph(shown, true, false),
							),
							h(
								"div.body",
								{},
								h("div.text", {}, ownText("span.content", todo.content)),
								h(
									"span.sr",
									{},
									say(shown === "todo" || shown === "part" ? "open" : shown),
								),
							),
							h(
								"div.meta",
								{},
								place > 1 &&
									isChanged &&
									h("span.badge", {}, say("changedHere")),
							),
						),
					);
				}),
			),
		),
		h(
			"footer.foot",
			{ key: "past foot", part: "foot" },
			button("restore", say("restoreAll"), "main", undefined, {
				disabled: place === last,
			}),
		),
	];
}

type Snapshot = NonNullable<View["session"]["history"]>[number];

const changedIn = ({ content, status }: Snapshot["todos"][number]) =>
	`${status} ${content}`;

/** Says what a revision changed first. */
function describeChange(
	{ say }: View,
	{ by, todos }: Snapshot,
	before: ReadonlyMap<string, Snapshot["todos"][number]>,
): string {
	const who = say(by);
	for (const todo of todos) {
		const was = before.get(todo.key);
		const { content } = todo;
		if (!was) return say("added", { who, todo: content });
		if (was.content !== content) return say("text", { who, todo: content });
		if (was.status !== todo.status) {
			const shown = showAs(todo);
			return say("status", {
				who,
				todo: content,
				status: say(shown === "todo" || shown === "part" ? "open" : shown),
			});
		}
	}
	const keys = new Set(todos.map(({ key }) => key));
	for (const [key, { content }] of before)
		if (!keys.has(key)) return say("removed", { who, todo: content });
	return who;
}
