// What keys do in the panel: they press, undo, close, and go through rows and menus.

import type { PanelActs } from "../parts.js";
import { act } from "./input.js";
import { handleKey, handleMenuKey } from "./keyboard.js";

/** Carries out what a key means. `target` had the focus; an event that waited has another one. */
export function handleKeyDown(
	panel: PanelActs,
	event: KeyboardEvent,
	target: HTMLElement,
): void {
	const { key, shiftKey, ctrlKey, metaKey } = event;
	const form = target.closest<HTMLElement>("form");
	const menu = target.closest(".menu");
	// What is typed in the row of a todo that the person has just skipped says why.
	const why = target.closest(".row")?.querySelector<HTMLElement>(".why input");
	if (why && !form && key.length === 1 && !ctrlKey && !metaKey && !event.altKey)
		why.focus();
	const isTyped = !form && why != null && why === panel.root.activeElement;
	const isUndo = (ctrlKey || metaKey) && !shiftKey && key === "z" && !form;
	if (isUndo) act(panel, "undo", target);
	const isClosed = key === "Escape" && closeByEscape(panel, target, form);
	const isHandled =
		isUndo ||
		isClosed ||
		(menu
			? handleMenuKey(event, target, menu)
			: !isTyped &&
				!target.closest("[data-range]") &&
				handleKey(event, target, {
					act: (action, row) => act(panel, action, row),
					move: (row, by) => act(panel, by < 0 ? "up" : "down", row),
					approve: () =>
						!panel.ui.isArming && press(panel.find("[data-do=start]")),
					answer: (number) =>
						press(panel.root.querySelectorAll("[data-option]")[number - 1]),
				}));
	if (isHandled) event.preventDefault();
}

/** Presses a button, if there is one. */
function press(button: Element | null | undefined): boolean {
	(button as HTMLElement | null | undefined)?.click();
	return Boolean(button);
}

/**
 * Closes what Escape closes: a form, the details of a row, the history. Returns whether something
 * was open.
 */
function closeByEscape(
	panel: PanelActs,
	target: HTMLElement,
	form: HTMLElement | null,
): boolean {
	const ui = panel.ui;
	const cancels: Readonly<Record<string, string>> = {
		edit: "cancel",
		why: "cancel-why",
		insert: "cancel-insert",
		back: "cancel-back",
		changes: "cancel-changes",
	};
	const cancel = cancels[form?.dataset.form ?? ""];
	if (cancel) act(panel, cancel, target);
	else if (ui.openDetails !== undefined && target.closest(".row"))
		ui.openDetails = undefined;
	else if (ui.historyIndex !== undefined) act(panel, "leave-history", target);
	else return false;
	panel.schedule();
	return true;
}
