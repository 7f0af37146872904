// The toast: it names what the person did with their latest press, and offers to take back that
// change, whatever others did since.

import { button } from "../dom/icons.js";
import { h } from "../dom/template.js";
import type { Panel } from "../panel.js";
import type { Deed } from "../session/session.js";
import { ownText, type View } from "./view.js";

/** The toast stands above what is below the list, in a place that has no height. */
export const viewToast = ({ ui: { toast }, say }: View) =>
	toast !== undefined &&
	h(
		"div.toasts",
		{},
		h(
			"div.toast",
			{ part: "toast" },
			ownText("span.one", toast.text),
			toast.change !== undefined && button("undo-change", say("undo"), "small"),
		),
	);

/** How long the toast stays, in milliseconds. */
const toastMs = 8000;

const labels = {
	complete: "didComplete",
	reopen: "didReopen",
	skip: "didSkip",
	remove: "didRemove",
	edit: "didEdit",
	addMultiple: "didAdd",
	move: "didMove",
	answer: "didAnswer",
	wait: "didTake",
} as const;
const labelsOfClaims = {
	complete: "didConfirm",
	reopen: "didSendBack",
} as const;

/** Names what the person did, and offers to take it back. */
export function showDeed(
	panel: Panel,
	{ method, todo, content, change }: Deed,
): void {
	const { [method as "edit"]: usual } = labels;
	const { [method as "reopen"]: ofClaim } = labelsOfClaims;
	const label = (todo?.claimed && ofClaim) || usual;
	if (label) showToast(panel, panel.say(label, { todo: content }), change);
}

export function showToast(panel: Panel, text: string, change?: number): void {
	panel.ui.toast = { text, change };
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
