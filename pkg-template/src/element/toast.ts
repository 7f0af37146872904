// The toast: it says that a todo was removed, and offers to undo that.

import { button } from "./icons.js";
import type { Panel } from "./panel.js";
import { h } from "./template.js";
import { ownText, type View } from "./view.js";

export const viewToast = ({ ui, say }: View) =>
	ui.toast !== undefined &&
	h(
		"div.toast",
		{ part: "toast" },
		ownText("span.one", ui.toast),
		button("undo", say("undo"), "small"),
	);

/** How long the toast stays, in milliseconds. */
const toastMs = 8000;

export function showToast(panel: Panel, text: string): void {
	panel.ui.toast = text;
	panel.announcer.announce(text, panel.say);
	holdToast(panel);
	panel.schedule();
}

/** Lets the toast stay as long as it has the pointer or the focus, and for a while after that. */
export function holdToast(panel: Panel, event?: Event): void {
	if (panel.ui.toast === undefined) return;
	clearTimeout(panel.toastTimer);
	if ((event?.target as Element | undefined)?.closest(".toast")) return;
	const ui = panel.ui;
	panel.toastTimer = setTimeout(() => {
		if (panel.find(".toast")?.matches(":hover, :focus-within")) return;
		ui.toast = undefined;
		panel.schedule();
	}, toastMs);
}
