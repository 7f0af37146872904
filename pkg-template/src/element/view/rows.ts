// The rows of the list: one for each todo, the line that the finished ones fold into, and the row
// that adds one.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import {
	button,
	glyph,
	type Icon,
	icon,
	iconButton,
	type RowState,
	ring,
} from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import { type Facts, readFacts } from "../session/facts.js";
import { Preview } from "../session/preview.js";
import { address, type ListSession } from "../session/session.js";
import { sayDuration } from "../session/time.js";
import {
	countFolded,
	countSettled,
	type Item,
	isFailed,
	isSettled,
	leadsToCurrent,
	makeTree,
	showAs,
} from "../session/tree.js";
import { viewAdd } from "./adder.js";
import type { HeaderStatus } from "./head.js";
import { sayHeld } from "./held.js";
import { viewMark, viewMeta } from "./meta.js";
import { viewNews } from "./news.js";
import { skeleton } from "./skeleton.js";
import { ownText, sayState, type View } from "./view.js";

/** With more rows than this, those out of sight are not laid out. */
const maxRowsLaidOut = 60;

/** Returns the list, and what a model is writing of it. */
export function viewList(
	view: View,
	{ isPlanning, isEmpty }: HeaderStatus,
	isHidden: boolean,
): Pieces {
	// What a model is writing waits while a person is in the list.
	const preview = view.still ? undefined : view.preview;
	if (isPlanning && isEmpty && !preview?.length) return [skeleton(4)];
	const shown = {
		...view,
		isReview: view.still?.isReview ?? view.isReview,
		...(preview && { todos: preview, rowItems: makeTree(preview) }),
	};
	const isOnlyWritten = preview !== undefined && isEmpty;
	return [
		h("div.edge", {}, !isHidden && viewNews(view)),
		h(
			"div.scroll",
			{
				hidden: isHidden,
				"aria-busy": preview && "true",
				// Its rows are no tab stops.
				tabindex: isOnlyWritten ? 0 : undefined,
				class: [view.still && "still", view.ui.areRowsArming && "settling"]
					.filter(Boolean)
					.join(" "),
			},
			viewRows(shown),
			preview && skeleton(1),
			!view.isReadonly && !isOnlyWritten && viewAdd(view),
		),
	];
}

/** Returns whether a row stays where it is for a moment. */
const staysInPlace =
	({ ui }: View) =>
	({ key }: Readonly<Todo>): boolean =>
		ui.justDone.has(key) ||
		ui.editing.has(key) ||
		ui.deeds.has(key) ||
		ui.said.has(key) ||
		ui.pulsing.has(key) ||
		(ui.focusedRow === key && !ui.isFoldOpen);

/** Returns whether the list shows how it ended: what failed, and the rest below it. */
export function isReceipt(view: View): boolean {
	const { still, ui, todos, isReadonly } = view;
	const stays = staysInPlace(view);
	if (still) return still.isReceipt;
	return (
		todos.every(isSettled) &&
		ui.isUnfolded === undefined &&
		!isReadonly &&
		!todos.some((todo) => stays(todo) && !isFailed(todo))
	);
}

/** Returns the keys of the todos that are folded into one line. */
export function listFolded(view: View): ReadonlySet<string> {
	const { still, rowItems, ui, todos, isReadonly } = view;
	if (still) return still.folded;
	const isWhole =
		todos.every(isSettled) && (ui.isUnfolded !== undefined || isReadonly);
	const folded = isReceipt(view)
		? rowItems.filter(({ todo }) => !isFailed(todo))
		: rowItems.slice(
				0,
				isWhole ? 0 : countFolded(rowItems, staysInPlace(view)),
			);
	return new Set(folded.map(({ todo }) => todo.key));
}

function viewRows(view: View): Template {
	const { rowItems } = view;
	const keys = listFolded(view);
	const folded = rowItems.filter(({ todo }) => keys.has(todo.key));
	const rest = rowItems.filter((item) => !folded.includes(item));
	// At the end what failed comes first.
	if (isReceipt(view))
		return viewOl(
			view,
			rest.map((item) => viewRow(view, item, 0)),
			folded.length > 0 && viewFold(view, folded, true),
		);
	return viewOl(
		view,
		folded.length > 0 && viewFold(view, folded),
		rest.map((item, place) => [
			viewSlot(view, item, false),
			viewRow(view, item, folded.length + place + 1),
			view.onDemand?.viewInsert(view, item),
			viewSlot(view, item, true),
		]),
	);
}

const viewOl = ({ say, todos }: View, ...rows: Pieces): Template =>
	h(
		"ol.list",
		{
			role: "list",
			part: "list",
			"aria-label": say("todos"),
			class: todos.length > maxRowsLaidOut && "many",
		},
		...rows,
	);

/** Shows where the dragged row would land. */
const viewSlot = (
	{ ui: { dragged } }: View,
	{ todo: { key } }: Item,
	isAfter: boolean,
) =>
	dragged?.over === key &&
	dragged.isAfter === isAfter &&
	h("li.slot", { key: "slot", "aria-hidden": "true" });

/**
 * Returns the finished todos at the beginning, as one line. At the end it is a tab stop of its own.
 */
function viewFold(
	view: View,
	items: readonly Item[],
	isReceipt = false,
): Template {
	const { say, ui, decisions, isReadonly } = view;
	const skipped = items.filter(({ todo }) => todo.status === "skipped").length;
	const counts = [say("countDone", { count: items.length - skipped })];
	if (skipped > 0) counts.push(say("countSkipped", { count: skipped }));
	const spent = items
		.flatMap(({ todo }) => decisions.get(todo.key) ?? [])
		.reduce(
			(sum, { aspect, spent = 0 }) => (aspect === "state" ? sum + spent : sum),
			0,
		);
	const hasStop =
		!ui.isFoldOpen && items.some(({ todo }) => todo.key === ui.tabStop);
	return h(
		"li",
		{ key: "fold" },
		h(
			"details.fold",
			{ part: "fold", open: ui.isFoldOpen },
			h(
				"summary",
				{ tabindex: isReadonly || hasStop || isReceipt ? 0 : -1 },
				h("span.glyph", {}, glyph("done", true, false)),
				h("span.body", {}, counts.join(", ")),
				h(
					"span.meta",
					{},
					spent >= 1000 && sayDuration(spent, say),
					icon("chevron"),
				),
			),
			h("ol", { role: "list" }, ...items.map((item) => viewRow(view, item, 0))),
		),
	);
}

function viewRow(view: View, item: Item, place: number): Template {
	const {
		session,
		decisions,
		toldRevision,
		ui,
		say,
		rows,
		isReview,
		isReadonly,
	} = view;
	const { todo } = item;
	const { key } = todo;
	const facts = readFacts(
		todo,
		decisions.get(key) ?? [],
		toldRevision,
		session,
	);
	if (ui.removed.has(key) && !session.list.todos.some((it) => it.key === key))
		return view.onDemand?.describeRemoved(view, todo) ?? h("li");
	const line = readLine(view, todo, facts);
	const isOpen = ui.openDetails === key;
	const link = isOpen ? address.exec(todo.evidence ?? "")?.[0] : undefined;
	const from = [
		todo,
		line.todo,
		...Object.values(facts),
		...Object.values(line.facts),
		say,
		isReadonly,
		view.isIdle,
		view.onDemand,
		view.owners.length > 1,
		isReview && place,
		isOpen,
		link && session.mayLink(link),
		ui.editing.has(key),
		ui.whys.has(key),
		ui.deeds.get(key),
		ui.said.get(key),
		ui.held.get(key),
		ui.pulsing.has(key),
		ui.isHeldMenu,
		ui.tabStop === key,
		ui.justDone.has(key),
		ui.openMenu === key,
		ui.dragged?.key === key,
		Boolean(session.list.approval),
		findBlocker(todo, session),
		// A todo with steps is described again with each change: it shows how many are settled.
		item.steps.length > 0 && {},
	];
	const known = rows.get(key);
	if (known?.from.every((value, place) => value === from[place]))
		return known.row;
	const row = describeRow(view, item, place, facts, line);
	rows.set(key, { from, row });
	return row;
}

const findBlocker = ({ blockedBy }: Readonly<Todo>, session: ListSession) =>
	blockedBy?.[0] && session.findTodo(blockedBy[0])?.content;

/** What the text and the second line of a row are about: its todo, which may stand still. */
interface Line {
	readonly todo: Readonly<Todo>;
	readonly facts: Facts;
}

/** Returns what a row says: of a list that stands still, what it said before. */
function readLine(view: View, todo: Readonly<Todo>, facts: Facts): Line {
	const { still, toldRevision, session } = view;
	const before = still?.todos.find(({ key }) => key === todo.key);
	if (!still || !before) return { todo, facts };
	const { notes, times } = session;
	return {
		todo: before,
		facts: readFacts(
			before,
			still.decisions.get(todo.key) ?? [],
			toldRevision,
			{
				replan: still.replan,
				notes,
				times,
			},
		),
	};
}

function describeRow(
	view: View,
	item: Item,
	place: number,
	facts: Facts,
	line: Line,
): Template {
	const { todo, steps } = item;
	// With a todo that is still being written, nothing can be done.
	if (Preview.isNew(todo) && !view.isReadonly)
		return describeRow({ ...view, isReadonly: true }, item, place, facts, line);
	const { ui, say, isReadonly, isIdle, nameRow } = view;
	const { key, content } = todo;
	const shown = showAs(todo, steps);
	const isReview = view.isReview && !isSettled(todo);
	const isEditing = !isReadonly && ui.editing.has(key);
	const shownBefore = showAs(line.todo, steps);
	const isOpen = ui.openDetails === key;
	const hasSteps = steps.length > 0;
	const areStepsOpen =
		hasSteps && (ui.toggledParents.get(key) ?? leadsToCurrent(item));
	const text =
		(shownBefore === "doing" && (todo.activeForm || undefined)) || content;
	return h(
		"li",
		{ key: nameRow(key), class: ui.dragged?.key === key && "lifted-item" },
		h(
			"div.row",
			{
				class: [
					isOpen && "open",
					ui.openMenu === key && "acting",
					ui.dragged?.key === key && "lifted",
					hasSteps && "parent",
					facts.mine && shown !== "failed" && "mine",
					ui.pulsing.has(key) && "pulse",
					isReview && "review",
					facts.stateBy === "user" && isSettled(todo) && "settled",
				]
					.filter(Boolean)
					.join(" "),
				part: `row ${shown}`,
				"data-key": key,
				"data-status": shown,
			},
			!isReadonly && h("span.grip", {}, icon("grip")),
			viewGlyph(view, item, shown, isReview, place),
			h(
				"div.body",
				{},
				!isEditing &&
					viewText(
						view,
						todo,
						text,
						shown === "doing" && !isReadonly && !isIdle,
					),
				isEditing && view.onDemand?.viewForm(view, todo),
				h("span.sr", {}, sayState(say, shown)),
				!isEditing && viewSecond(view, line, shownBefore, isReview, isOpen),
				(shownBefore === "doing" || isOpen) &&
					!isEditing &&
					h("slot", { name: `step-${key}` }),
				isOpen &&
					!isEditing &&
					view.onDemand?.viewDetails(view, todo, facts, text),
			),
			h(
				"div.meta",
				{ part: "meta" },
				...viewMeta(
					view,
					item,
					shown,
					facts,
					isReview,
					areStepsOpen,
					!isReadonly &&
						!isEditing &&
						viewActions(view, todo, shown, isReview, hasSteps),
				),
			),
		),
		hasSteps &&
			h(
				"ol.steps",
				{ part: "steps", role: "list", hidden: !areStepsOpen },
				...steps.map((step) => [
					viewSlot(view, step, false),
					viewRow(view, step, 0),
					viewSlot(view, step, true),
				]),
			),
	);
}

function viewGlyph(
	{ say, ui, isReadonly, isIdle }: View,
	{ todo, steps }: Item,
	shown: RowState,
	isReview: boolean,
	place: number,
): Template {
	const isStill = isReadonly || isIdle;
	if (isReview && place > 0)
		return h(
			"span.glyph",
			{ key: "glyph", part: "glyph", "aria-hidden": "true" },
			h("b", {}, String(place)),
		);
	const drawn =
		shown === "part"
			? ring(countSettled(steps) / steps.length)
			: glyph(shown, isStill, ui.justDone.has(todo.key));
	return isReadonly
		? h(
				"span.glyph",
				{ key: "still", part: "glyph", "aria-hidden": "true" },
				drawn,
			)
		: h(
				"button.glyph",
				{
					key: "glyph button",
					part: "glyph",
					type: "button",
					role: "checkbox",
					"aria-checked": String(todo.status === "done"),
					"aria-label": say("complete", { todo: todo.content }),
					"data-do": "check",
					tabindex: -1,
				},
				drawn,
			);
}

function viewText(
	{ ui, isReadonly }: View,
	{ key }: Readonly<Todo>,
	text: string,
	isShimmering: boolean,
): Template {
	const content = ownText("span.content", text, {
		class: isShimmering && "shimmer",
	});
	return isReadonly
		? h("div.text", { part: "text" }, content)
		: h(
				"button.text",
				{
					part: "text",
					type: "button",
					"data-do": "details",
					"aria-expanded": String(ui.openDetails === key),
					tabindex: ui.tabStop === key ? 0 : -1,
				},
				content,
			);
}

/**
 * Returns the second line of a row: what is known of its state, and nothing that the first line
 * says.
 */
function viewSecond(
	view: View,
	{ todo, facts: { stateBy, stateName, was } }: Line,
	shown: RowState,
	isReview: boolean,
	isOpen: boolean,
): Pieces {
	const { say, session, isReadonly, owners, ui, still } = view;
	const { key } = todo;
	const line = (text: string, kind = "") =>
		ownText("span.sub", text, { class: kind });
	const toCard = (label: string) =>
		isReadonly
			? [line(label, "you")]
			: [
					h(
						"button.sub.you",
						{ type: "button", "data-do": "to-card", tabindex: -1 },
						label,
					),
				];
	const description =
		!isOpen && todo.description ? [line(todo.description, "clip")] : [];
	const said = ui.said.get(key);
	if (said !== undefined) return [line(said, "said")];
	if (ui.whys.has(key) && !isReadonly)
		return [view.onDemand?.viewWhy(view, todo)];
	const held = ui.held.get(key);
	if (held && ui.pulsing.has(key) && !still)
		return [line(sayHeld(say, todo, held), "said")];
	if (was !== undefined) return [h("span.sub", {}, ownText("span.was", was))];
	switch (shown) {
		case "failed":
			return [
				todo.reason && line(todo.reason, "why"),
				!isReadonly &&
					h(
						"div.buttons",
						{},
						button("reopen", say("retryIt"), "small", "reopen", {
							"aria-label": say("retry", { todo: todo.content }),
							tabindex: "-1",
						}),
						button("give-up", say("skipIt"), "quiet small", undefined, {
							"aria-label": say("skip", { todo: todo.content }),
							tabindex: "-1",
						}),
					),
			];
		case "skipped": {
			const what =
				stateBy === "user"
					? say("youSkipped")
					: stateName && owners.length > 1
						? say("skippedBy", { who: stateName })
						: say("agentSkipped");
			if (todo.reason)
				return [line(say("skippedBecause", { what, reason: todo.reason }))];
			return stateBy === "user" || stateBy === "model" ? [line(what)] : [];
		}
		case "waiting":
			return stateBy === "user" && todo.question === undefined
				? [line(say("youDoIt"), "you")]
				: toCard(say("needsAnswer"));
		case "claimed":
			return toCard(say("needsConfirmation"));
		case "event":
			return [line(todo.question ?? say("waitsForEvent"))];
		case "blocked": {
			const blocker = findBlocker(todo, session);
			return blocker ? [line(say("after", { todo: blocker }))] : [];
		}
		case "doing":
			return description;
		case "todo":
			return isReview ? description : [];
		case "done":
		case "part":
			return [];
	}
}

function viewActions(
	view: View,
	todo: Readonly<Todo>,
	shown: RowState,
	isReview: boolean,
	hasSteps: boolean,
): Template {
	const { say, ui } = view;
	const named = { todo: todo.content };
	const act = (
		of: Icon,
		action: string,
		label: "edit" | "skip" | "reopen" | "remove" | "openTodo",
	) => iconButton(of, action, say(label, named), { tabindex: -1 });
	const edit = act("edit", "edit", "edit");
	const skip = act("skip", "skip", "skip");
	const choose = (): Pieces => {
		if (hasSteps || shown === "failed") return [];
		if (isReview) return [act("remove", "remove", "remove")];
		switch (shown) {
			case "done":
			case "skipped":
				return [act("reopen", "reopen", "reopen")];
			case "doing":
				return [
					todo.data !== undefined && act("open", "open", "openTodo"),
					skip,
				];
			case "claimed":
				return [edit];
			default:
				return [
					todo.data === undefined ? edit : act("open", "open", "openTodo"),
					skip,
				];
		}
	};
	return h(
		"div.actions",
		{ part: "actions" },
		// They stay where they can be read: the buttons lie over those of the row.
		shown !== "doing" && !isReview && viewMark(view, todo, "true"),
		...choose(),
		iconButton("more", "menu", say("moreOf", named), {
			class: "more",
			tabindex: -1,
			"aria-haspopup": "menu",
			"aria-expanded": String(ui.openMenu === todo.key),
		}),
	);
}
