// What a person writes in the rows: another text, a reason, a new todo. And the row that says what
// they have just removed.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { button, icon } from "../dom/icons.js";
import { h, type Template } from "../dom/template.js";
import type { Item } from "../session/tree.js";
import { viewAdder } from "./adder.js";
import { viewUndo } from "./meta.js";
import { ownText, textField, type View } from "./view.js";

/** Returns the form for another text. */
export function viewForm(
	view: View,
	{ key, content }: Readonly<Todo>,
): Template {
	const { say } = view;
	return h(
		"form.editor",
		{ key: "edit", "data-form": "edit" },
		textField(view, `edit ${key}`, say("edit", { todo: content })),
		h(
			"div.buttons",
			{},
			button("submit", say("save"), "main small"),
			button("cancel", say("cancel"), "quiet small"),
		),
	);
}

/** Returns the field in which a person may say why they have skipped a todo. */
export const viewWhy = ({ say, ui }: View, { key }: Readonly<Todo>): Template =>
	h(
		"form.why",
		{ key: "why", "data-form": "why" },
		h("input", {
			dir: "auto",
			autocomplete: "off",
			"data-draft": `why ${key}`,
			".value": ui.drafts.get(`why ${key}`)?.text ?? "",
			"aria-label": say("why"),
			placeholder: say("why"),
		}),
		// Also for frames that may submit no form: Enter presses it.
		h(
			"button.icon",
			{ type: "submit", tabindex: -1, "aria-label": say("send") },
			icon("send"),
		),
	);

/** Returns the row of a todo that the person has just removed. */
export function describeRemoved(view: View, todo: Readonly<Todo>): Template {
	const { say, nameRow } = view;
	const { key, content } = todo;
	return h(
		"li",
		{ key: nameRow(key) },
		h(
			"div.row",
			{
				class: "mine settled",
				part: "row",
				"data-key": key,
				"data-status": "removed",
			},
			h("span.glyph", { "aria-hidden": "true" }, icon("remove")),
			h(
				"div.body",
				{},
				h("div.text", {}, ownText("span.content", content)),
				h("span.sr", {}, say("removedState")),
			),
			h("div.meta", { part: "meta" }, viewUndo(view, key, true)),
		),
	);
}

/** Returns the row that adds a todo below another one. */
export const viewInsert = (view: View, { todo: { key } }: Item) =>
	view.ui.insertingBelow === key &&
	h("li", { key: "insert" }, viewAdder(view, "insert", view.say("addWhat")));
