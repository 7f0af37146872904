// Whether a person is in the list: while they are, nothing moves under their pointer, finger or
// focus.

import type { Panel } from "../panel.js";

/** How long a card that came or changed takes no press, in milliseconds. */
const armingMs = 500;
/** A pointer that has not moved for so long is not about to press, in milliseconds. */
export const pointerRestMs = 1000;
/** How long the list stays still after a finger has left it, in milliseconds. */
const touchRestMs = 1000;

/**
 * Returns whether a person is in the list, with the pointer, a finger or the keyboard. The focus
 * that a click leaves behind does not count.
 */
export function isInList(panel: Panel): boolean {
	const scroll = panel.find(".scroll");
	if (!scroll) return false;
	const isMoving = performance.now() - panel.movedAt < pointerRestMs;
	const isHovered = !panel.isTouch && isMoving && scroll.matches(":hover");
	const hasKeyboard =
		scroll.querySelector(":focus-visible") !== null &&
		scroll.ownerDocument.hasFocus();
	return isHovered || panel.isTouched || hasKeyboard;
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
	if (panel.ui.isCardFolded) panel.schedule();
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
