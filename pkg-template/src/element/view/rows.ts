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
import type { RowForm } from "../session/ui.js";
import type { HeaderStatus } from "./head.js";
import { viewMark, viewMeta, viewWho } from "./meta.js";
import { skeleton } from "./skeleton.js";
import { ownText, sayState, textField, type View } from "./view.js";

/** With more rows than this, those out of sight are not laid out. */
const maxRowsLaidOut = 60;

/** Returns the list, and what a model is writing of it. */
export function viewList(
	view: View,
	{ isPlanning, isEmpty }: HeaderStatus,
	isHidden: boolean,
): Pieces {
	const { preview } = view;
	if (isPlanning && isEmpty && !preview?.length) return [skeleton(4)];
	const shown = preview
		? { ...view, todos: preview, items: makeTree(preview) }
		: view;
	const isOnlyWritten = preview !== undefined && isEmpty;
	return [
		h(
			"div.scroll",
			{
				hidden: isHidden,
				"aria-busy": preview && "true",
				// Its rows are no tab stops.
				tabindex: isOnlyWritten ? 0 : undefined,
			},
			viewRows(shown),
			preview && skeleton(1),
			!view.isReadonly && !isOnlyWritten && viewAdd(view),
		),
	];
}

function viewRows(view: View): Template {
	const { items, ui, todos } = view;
	const stays = ({ key }: Readonly<Todo>) =>
		ui.justDone.has(key) ||
		ui.openForms.has(key) ||
		(ui.focusedRow === key && !ui.isFoldOpen);
	const isOver = todos.every(isSettled);
	// At the end what failed is left, and the rest is below it, once no row has to stay in its place.
	const isEnd = isOver && ui.isUnfolded === undefined && !view.isReadonly;
	const isReceipt =
		isEnd && !todos.some((todo) => stays(todo) && !isFailed(todo));
	const left = items.filter(({ todo }) => isFailed(todo));
	const rest = items.filter((item) => !left.includes(item));
	if (isReceipt)
		return viewOl(
			view,
			left.map((item) => viewRow(view, item, 0)),
			rest.length > 0 && viewFold(view, rest, true),
		);
	const folded = isOver && !isEnd ? 0 : countFolded(items, stays);
	return viewOl(
		view,
		folded > 0 && viewFold(view, items.slice(0, folded)),
		items
			.slice(folded)
			.map((item, place) => [
				viewSlot(view, item, false),
				viewRow(view, item, folded + place + 1),
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

/** Returns the row that adds a todo. */
function viewAdd({ say, ui, mode }: View): Template {
	const label = say(mode === "review" ? "addStep" : "addWhat");
	return h(
		"form.add",
		{ "data-form": "add", part: "add" },
		icon("plus"),
		h("input", {
			dir: "auto",
			autocomplete: "off",
			"data-draft": "add",
			".value": ui.drafts.get("add")?.text ?? "",
			"aria-label": label,
			placeholder: label,
		}),
		// Also for frames that may submit no form: Enter presses it.
		h(
			"button.icon",
			{ type: "submit", tabindex: -1, "aria-label": say("send") },
			icon("send"),
		),
	);
}

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
	const { session, decisions, toldRevision, ui, say, rows, mode, isReadonly } =
		view;
	const { todo } = item;
	const { key } = todo;
	const facts = readFacts(
		todo,
		decisions.get(key) ?? [],
		toldRevision,
		session,
	);
	const isOpen = ui.openDetails === key;
	const link = isOpen ? address.exec(todo.evidence ?? "")?.[0] : undefined;
	const from = [
		todo,
		...Object.values(facts),
		say,
		mode,
		isReadonly,
		view.isIdle,
		view.onDemand,
		view.owners.length > 1,
		mode === "review" && place,
		isOpen,
		link && session.mayLink(link),
		ui.openForms.get(key),
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
	const row = describeRow(view, item, place, facts);
	rows.set(key, { from, row });
	return row;
}

const findBlocker = ({ blockedBy }: Readonly<Todo>, session: ListSession) =>
	blockedBy?.[0] && session.findTodo(blockedBy[0])?.content;

function describeRow(
	view: View,
	item: Item,
	place: number,
	facts: Facts,
): Template {
	const { todo, steps } = item;
	// With a todo that is still being written, nothing can be done.
	if (Preview.isNew(todo) && !view.isReadonly)
		return describeRow({ ...view, isReadonly: true }, item, place, facts);
	const { ui, say, mode, isReadonly, isIdle, nameRow } = view;
	const { key, content } = todo;
	const shown = showAs(todo, steps);
	const isReview = mode === "review" && !isSettled(todo);
	const form = isReadonly ? undefined : ui.openForms.get(key);
	const isOpen = ui.openDetails === key;
	const hasSteps = steps.length > 0;
	const areStepsOpen =
		hasSteps && (ui.toggledParents.get(key) ?? leadsToCurrent(item));
	const text = (shown === "doing" && (todo.activeForm || undefined)) || content;
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
					facts.mine && "mine",
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
				form !== "edit" &&
					viewText(
						view,
						todo,
						text,
						shown === "doing" && !isReadonly && !isIdle,
					),
				form && viewForm(view, todo, form),
				h("span.sr", {}, sayState(say, shown)),
				!form && viewSecond(view, todo, shown, facts, isReview, isOpen),
				isOpen && !form && view.onDemand?.viewDetails(view, todo, facts, text),
			),
			h(
				"div.meta",
				{ part: "meta" },
				...viewMeta(view, item, shown, facts, isReview, areStepsOpen),
			),
			!isReadonly &&
				!form &&
				viewActions(view, todo, facts, shown, isReview, hasSteps),
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

function viewForm(
	view: View,
	{ key, content }: Readonly<Todo>,
	kind: RowForm,
): Template {
	const { say } = view;
	const isEdit = kind === "edit";
	return h(
		"form.editor",
		{ key: kind, "data-form": kind },
		textField(
			view,
			`${kind} ${key}`,
			isEdit ? say("edit", { todo: content }) : say("why"),
		),
		h(
			"div.buttons",
			{},
			button("submit", say(isEdit ? "save" : "skipIt"), "main small"),
			button("cancel", say("cancel"), "quiet small"),
		),
	);
}

/**
 * Returns the second line of a row: what is known of its state, and nothing that the first line
 * says.
 */
function viewSecond(
	{ say, session, isReadonly, owners }: View,
	todo: Readonly<Todo>,
	shown: RowState,
	{ stateBy, stateName, was }: Facts,
	isReview: boolean,
	isOpen: boolean,
): Pieces {
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
	facts: Facts,
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
		shown !== "doing" && viewMark(view, todo, "true"),
		...viewWho(view, undefined, facts, "true"),
		...choose(),
		iconButton("more", "menu", say("moreOf", named), {
			class: "more",
			tabindex: -1,
			"aria-haspopup": "menu",
			"aria-expanded": String(ui.openMenu === todo.key),
		}),
	);
}
