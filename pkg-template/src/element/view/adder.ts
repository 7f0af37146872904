// The row that adds a todo.

import { icon } from "../dom/icons.js";
import { h, type Template } from "../dom/template.js";
import type { View } from "./view.js";

/** Returns the row that adds a todo. */
export const viewAdd = (view: View): Template =>
	viewAdder(
		view,
		"add",
		view.say(
			!view.isConnected ? "addOffline" : view.isReview ? "addStep" : "addWhat",
		),
	);

/** Returns a row with a field for a new todo. */
export function viewAdder(
	{ say, ui }: View,
	name: "add" | "insert",
	label: string,
): Template {
	return h(
		"form.add",
		{ "data-form": name, part: "add" },
		icon("plus"),
		h("input", {
			dir: "auto",
			autocomplete: "off",
			"data-draft": name,
			".value": ui.drafts.get(name)?.text ?? "",
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
