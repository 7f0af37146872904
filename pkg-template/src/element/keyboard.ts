// The keys of the list. Tab stops in it once; arrows, Home and End move the focus, and Alt with an arrow moves a todo.

import type { Row } from "./row.js";
import type { Rows } from "./rows.js";

/** Handles a key in the list. Returns whether the key means anything there. */
export function handleKey(rows: Rows, event: KeyboardEvent): boolean {
	const target = event.target as HTMLElement;
	const row = rows.find(target);
	if (!row) return false;
	const form = target.closest("form");
	return form
		? handleKeyInForm(form, row, target, event)
		: handleKeyOnRow(rows, row, target, event);
}

function handleKeyInForm(
	form: HTMLFormElement,
	row: Row,
	target: HTMLElement,
	{ key, shiftKey }: KeyboardEvent,
): boolean {
	const isSaved =
		key === "Enter" && !shiftKey && target.localName === "textarea";
	if (isSaved) form.requestSubmit();
	else if (key === "Escape") row.act("cancel");
	else return false;
	return true;
}

function handleKeyOnRow(
	rows: Rows,
	row: Row,
	target: HTMLElement,
	{ key, altKey }: KeyboardEvent,
): boolean {
	const buttons = row.listButtons();
	const column = buttons.indexOf(target as HTMLButtonElement);
	const { id } = row.todo;
	/** The same button of another row, or the nearest that there is. */
	const goTo = (place: number) => {
		const there = rows.findNearest(place - 1)?.listButtons() ?? [];
		const same = there.find(({ dataset }) => dataset.do === target.dataset.do);
		(same ?? there[Math.min(column, there.length - 1)])?.focus();
	};
	switch (key) {
		case "ArrowUp":
		case "ArrowDown": {
			const place = id + (key === "ArrowUp" ? -1 : 1);
			if (altKey) void row.move(place);
			else goTo(place);
			return true;
		}
		case "ArrowLeft":
		case "ArrowRight": {
			if (altKey) return false;
			const isRtl = getComputedStyle(target).direction === "rtl";
			buttons[column + ((key === "ArrowRight") === isRtl ? -1 : 1)]?.focus();
			return true;
		}
		case "Home":
			goTo(1);
			return true;
		case "End":
			goTo(rows.size);
			return true;
		case "Delete":
			row.act("remove");
			return true;
		case "F2":
			row.act("edit");
			return true;
		default:
			return false;
	}
}
