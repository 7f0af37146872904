// The menu of a row, and the one of the list.

import type { HeldDecision, Todo } from "../../../generated/agent_todos_bg.js";
import { type Icon, icon } from "../dom/icons.js";
import { h, type Template } from "../dom/template.js";
import type { Say } from "../labels.js";
import { isFailed, isSettled } from "../session/tree.js";
import type { View } from "./view.js";

/** Returns the menu of a row, or of the list. */
export function viewMenu(view: View): Template | false {
	const { ui, say, session } = view;
	if (ui.openMenu === undefined) return false;
	const todo = session.findTodo(ui.openMenu);
	const { approval } = session.list;
	const entries = todo
		? ui.isHeldMenu
			? listHeld(view, todo)
			: listActions(todo, say)
		: ([
				["undo", "undo", say("undo"), "Ctrl Z"],
				["clock", "history", say("history")],
				...(approval ? ([["shield", "where", say("siteList")]] as const) : []),
				["list", "copy", say("copy")],
			] as const);
	return h(
		"div.menu",
		{
			key: `menu ${ui.openMenu}`,
			part: "menu",
			role: "menu",
			popover: "auto",
			"data-key": ui.openMenu || undefined,
			"aria-label": todo ? say("moreOf", { todo: todo.content }) : say("more"),
		},
		...entries.map((entry, place) => {
			if (!entry) return h("hr", { key: `line ${place}` });
			const [of, action, label, keys, aspect] = entry;
			return h(
				"button",
				{
					key: action,
					class: action === "remove" && "bad",
					type: "button",
					role: "menuitem",
					tabindex: -1,
					"data-do": action,
					"data-aspect": aspect,
				},
				icon(of),
				label,
				keys && h("kbd", { "aria-hidden": "true" }, keys),
			);
		}),
	);
}

/** The picture of an action, its name in the code, its label, its key, and what it is about. */
type Entry = readonly [
	Icon,
	string,
	string,
	(string | undefined)?,
	(string | undefined)?,
];

/** Returns what the menu of a decision that held offers: to let the agent, or to keep it. */
function listHeld(
	{ ui, say, decisions }: View,
	{ key }: Readonly<Todo>,
): readonly Entry[] {
	const known = ui.held.get(key);
	const counted = decisions.get(key)?.find(({ held }) => held);
	const aspect = known?.aspect ?? counted?.aspect;
	const label = known ? sayAsked(say, known) : say("letChange");
	return [
		["reopen", "let-agent", label, undefined, aspect],
		["user", "keep", say("keep")],
	];
}

/** Returns what the menu of a row offers. */
function listActions(
	todo: Readonly<Todo>,
	say: Say,
): readonly (Entry | undefined)[] {
	const isOver = isSettled(todo);
	const canTake = !isOver && !todo.claimed && todo.waiting === undefined;
	return [
		...(isOver
			? ([
					["reopen", "reopen", say(isFailed(todo) ? "retryIt" : "reopenIt")],
				] as const)
			: ([["check", "check", say("markDone"), "Space"]] as const)),
		...(todo.data === undefined
			? []
			: ([["open", "open", say("openIt")]] as const)),
		["edit", "edit", say("editIt"), "F2"],
		...(isOver ? [] : ([["skip", "skip", say("skipIt"), "S"]] as const)),
		...(canTake ? ([["user", "mine", say("mine")]] as const) : []),
		["plus", "insert-below", say("insertBelow")],
		undefined,
		["send", "up", say("moveUp"), "Alt ↑"],
		["down", "down", say("moveDown"), "Alt ↓"],
		...(isOver ? [] : ([["send", "first", say("doNext")]] as const)),
		undefined,
		["remove", "remove", say("removeIt"), "Del"],
	];
}

/** Names what the person would let the agent do. */
function sayAsked(say: Say, { asked }: Pick<HeldDecision, "asked">): string {
	const { removed, status, content } = asked;
	if (removed) return say("letRemove");
	if (removed === false) return say("letAdd");
	if (content !== undefined) return say("letReword", { todo: content });
	if (status === "done") return say("letComplete");
	if (status === "skipped") return say("letSkip");
	return status ? say("letReopen") : say("letChange");
}
