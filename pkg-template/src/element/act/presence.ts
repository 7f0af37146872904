// Whether a person is in the list: while they are, nothing moves under their pointer, finger or
// focus but by themselves.

import type { Panel } from "../panel.js";

/** How long a card that came or changed takes no press, or a row that moved, in milliseconds. */
const armingMs = 500;
/** How long the list stays still after a finger has left it, in milliseconds. */
const touchRestMs = 1000;

/**
 * Returns whether a person is in an element, with the pointer, also one at rest, a finger or the
 * keyboard. The focus that a click leaves behind does not count.
 */
function isIn(panel: Panel, element: Element | null): boolean {
	if (!element) return false;
	const isHovered = !panel.isTouch && element.matches(":hover");
	const hasKeyboard =
		element.querySelector(":focus-visible") !== null &&
		element.ownerDocument.hasFocus();
	return isHovered || hasKeyboard;
}

/**
 * Returns whether a person is in the list, or presses something of the panel: what they press is
 * about the list that they see.
 */
export const isInList = (panel: Panel): boolean =>
	panel.isPressed || panel.isTouched || isIn(panel, panel.find(".scroll"));

/** Returns whether a person is in the panel below its header, where a card would come. */
export function isBelowHead(panel: Panel): boolean {
	const { root, element, isTouch } = panel;
	if (isInList(panel)) return true;
	if (!isTouch && element.matches(":hover"))
		return !panel.find(".head")?.matches(":hover");
	const focused = root.querySelector(":focus-visible");
	return (
		focused !== null &&
		focused.closest(".head, .line") === null &&
		element.ownerDocument.hasFocus()
	);
}

/** Records with what the person points, and whether a finger is in the list. */
export function notePointer(panel: Panel, event: PointerEvent): void {
	panel.isTouch = event.pointerType === "touch";
	if (panel.isTouch && (event.target as Element).closest(".scroll")) {
		clearTimeout(panel.touchTimer);
		panel.isTouched = true;
		if (event.type !== "pointerdown")
			panel.touchTimer = setTimeout(() => {
				panel.isTouched = false;
				panel.schedule();
			}, touchRestMs);
	}
	if (event.type === "pointerdown") notePress(panel);
	if (panel.ui.isCardFolded || panel.still) panel.schedule();
}

/**
 * Records that the person presses something, until they let go. Nothing is drawn then before the
 * click that follows at once.
 */
function notePress(panel: Panel): void {
	panel.isPressed = true;
	const page = panel.element.ownerDocument.defaultView ?? globalThis;
	const listening = new AbortController();
	const { signal } = listening;
	const release = () => {
		listening.abort();
		panel.isPressed = false;
	};
	for (const name of ["pointerup", "pointercancel"])
		page.addEventListener(name, release, { capture: true, signal });
}

/**
 * Lets the card, and what it moved, take no press for a moment: the person has pressed what was
 * there before.
 */
export function arm(panel: Panel): void {
	const { ui } = panel;
	ui.isArming = true;
	clearTimeout(panel.armTimer);
	panel.armTimer = setTimeout(() => {
		ui.isArming = false;
		panel.schedule();
	}, armingMs);
}

/**
 * Lets the line over the list take no press for a moment after it came: a press then is for the row
 * that lies below it.
 */
export function armLine(panel: Panel): void {
	const line = panel.find(".over > *");
	if (line === panel.line) return;
	panel.line = line;
	if (!line) return;
	line.style.pointerEvents = "none";
	setTimeout(() => {
		line.style.pointerEvents = "";
	}, armingMs);
}

/** Lets the rows take no press for a moment: they have moved, and not by the person. */
export function armRows(panel: Panel): void {
	const { ui } = panel;
	ui.areRowsArming = true;
	panel.find(".scroll")?.classList.add("settling");
	clearTimeout(panel.rowsTimer);
	panel.rowsTimer = setTimeout(() => {
		ui.areRowsArming = false;
		// Nothing may have been drawn since, which would know the class.
		panel.find(".scroll")?.classList.remove("settling");
		panel.schedule();
	}, armingMs);
}
