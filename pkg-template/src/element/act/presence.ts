// Whether a person is in the list: while they are, nothing moves under their pointer, finger or
// focus but by themselves.

import type { PanelPage } from "../parts.js";

/** How long a card that came or changed takes no press, or a row that moved, in milliseconds. */
const armingMs = 500;
/** How long the list stays still after a finger has left it, in milliseconds. */
const touchRestMs = 1000;

/** With what a person points, where they have scrolled to, and what they were at last. */
export class Presence {
	/** Whether the person points with a finger. */
	isTouch = false;
	/** Whether the person presses something and has not let go yet. */
	isPressed = false;
	/** Whether a finger is in the list, or was a moment ago. */
	isTouched = false;
	touchTimer: ReturnType<typeof setTimeout> | undefined;
	/** What had the focus last. */
	lastFocused: HTMLElement | undefined;
	scrolledAt = Number.NEGATIVE_INFINITY;
	/** Where the element itself has scrolled to. */
	scrolledTo = -1;

	/** Forgets a finger, as the element leaves the page. */
	leave(): void {
		clearTimeout(this.touchTimer);
		this.isTouched = false;
	}
}

/**
 * Returns whether a person is in an element, with the pointer, also one at rest, a finger or the
 * keyboard. The focus that a click leaves behind does not count.
 */
function isIn({ presence }: PanelPage, element: Element | null): boolean {
	if (!element) return false;
	const isHovered = !presence.isTouch && element.matches(":hover");
	const hasKeyboard =
		element.querySelector(":focus-visible") !== null &&
		element.ownerDocument.hasFocus();
	return isHovered || hasKeyboard;
}

/**
 * Returns whether a person is in the list, at the line on its edge, or presses something of the
 * panel: what they press is about the list that they see.
 */
export const isInList = (panel: PanelPage): boolean =>
	panel.presence.isPressed ||
	panel.presence.isTouched ||
	isIn(panel, panel.find(".scroll")) ||
	isIn(panel, panel.find(".edge"));

/** Returns whether a person is in the panel below its header, where a card would come. */
export function isBelowHead(panel: PanelPage): boolean {
	const { root, element, presence } = panel;
	if (isInList(panel)) return true;
	if (!presence.isTouch && element.matches(":hover"))
		return !panel.find(".head")?.matches(":hover");
	const focused = root.querySelector(":focus-visible");
	return (
		focused !== null &&
		focused.closest(".head, .line") === null &&
		element.ownerDocument.hasFocus()
	);
}

/** Records with what the person points, and whether a finger is in the list. */
export function notePointer(panel: PanelPage, event: PointerEvent): void {
	const { presence } = panel;
	presence.isTouch = event.pointerType === "touch";
	if (presence.isTouch && (event.target as Element).closest(".scroll")) {
		clearTimeout(presence.touchTimer);
		presence.isTouched = true;
		if (event.type !== "pointerdown")
			presence.touchTimer = setTimeout(() => {
				presence.isTouched = false;
				panel.schedule();
			}, touchRestMs);
	}
	if (event.type === "pointerdown") notePress(panel);
	if (panel.ui.isCardFolded || panel.drawn.still) panel.schedule();
}

/**
 * Records that the person presses something, until they let go. Nothing is drawn then before the
 * click that follows at once.
 */
function notePress({ presence, element }: PanelPage): void {
	presence.isPressed = true;
	const page = element.ownerDocument.defaultView ?? globalThis;
	const listening = new AbortController();
	const { signal } = listening;
	const release = () => {
		listening.abort();
		presence.isPressed = false;
	};
	for (const name of ["pointerup", "pointercancel"])
		page.addEventListener(name, release, { capture: true, signal });
}

/**
 * Lets the card, and what it moved, take no press for a moment: the person has pressed what was
 * there before.
 */
export function arm(panel: PanelPage): void {
	const { ui } = panel;
	ui.isArming = true;
	panel.timers.begin("arm", armingMs, () => {
		ui.isArming = false;
		panel.schedule();
	});
}

/**
 * Lets the line on the list's edge take no press for a moment after it came: a press then is for
 * what lies below it.
 */
export function armLine(panel: PanelPage): void {
	const line = panel.find(".edge > *");
	if (line === panel.drawn.line) return;
	panel.drawn.line = line;
	if (!line) return;
	line.style.pointerEvents = "none";
	setTimeout(() => {
		line.style.pointerEvents = "";
	}, armingMs);
}

/** Lets the rows take no press for a moment: they have moved, and not by the person. */
export function armRows(panel: PanelPage): void {
	const { ui } = panel;
	ui.areRowsArming = true;
	panel.find(".scroll")?.classList.add("settling");
	panel.timers.begin("rows", armingMs, () => {
		ui.areRowsArming = false;
		// Nothing may have been drawn since, which would know the class.
		panel.find(".scroll")?.classList.remove("settling");
		panel.schedule();
	});
}
