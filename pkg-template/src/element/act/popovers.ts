// The popovers: the menu, and the list that the line of `mode="line"` opens.

import type { PanelPage } from "../parts.js";

/** Shows the menu and the list of `mode="line"` above the page, beside what opened them. */
export function openPopovers(panel: PanelPage): void {
	const ui = panel.ui;
	const menu = panel.find(".menu");
	const line = panel.find(".line");
	const sheet = panel.find(".sheet");
	if (sheet && line && ui.isLineOpen) place(sheet, line, true);
	if (!menu) return;
	const row = ui.openMenu ? panel.findRow(ui.openMenu) : panel.find(".head");
	const opener = row?.querySelector("[data-do=menu]");
	if (!opener) return;
	const isNew = place(menu, opener, false);
	if (isNew) menu.querySelector("button")?.focus();
}

/**
 * Shows a popover below an element, or above it where there is more room. Returns whether it was
 * closed before.
 */
export function place(
	popover: HTMLElement,
	beside: Element,
	isAsWide: boolean,
): boolean {
	if (popover.matches(":popover-open")) return false;
	popover.showPopover?.();
	const { top, bottom, left, right, width } = beside.getBoundingClientRect();
	const { innerHeight, innerWidth } =
		popover.ownerDocument.defaultView ?? globalThis;
	const { style } = popover;
	if (isAsWide) style.inlineSize = `${width}px`;
	const room = Math.max(innerHeight - bottom, top) - 12;
	style.maxBlockSize = `${room}px`;
	const isBelow =
		innerHeight - bottom > popover.offsetHeight + 8 ||
		innerHeight - bottom >= top;
	style.top = isBelow ? `${bottom + 6}px` : "auto";
	style.bottom = isBelow ? "auto" : `${innerHeight - top + 6}px`;
	const isRtl = getComputedStyle(beside).direction === "rtl";
	const start = isAsWide || isRtl ? left : right - popover.offsetWidth;
	const most = innerWidth - popover.offsetWidth - 4;
	style.left = `${Math.max(4, Math.min(start, most))}px`;
	return true;
}
