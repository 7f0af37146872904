// The focus: it stays where it is, whatever is drawn again, and goes to the nearest that is left.

import type { PanelPage } from "../parts.js";
import { sitesCard } from "../view/cards.js";

/** Returns whether an element is shown. */
export const isShown = (element: Element): boolean =>
	element.getClientRects().length > 0;

/** Where the focus is. */
export interface FocusPosition {
	readonly key: string | undefined;
	/** The place of the row among all, or −1. */
	readonly index: number;
	readonly isInCard: boolean;
	readonly isInMenu: boolean;
}

export function readFocus(active: HTMLElement | null): FocusPosition {
	const row = active?.closest<HTMLElement>(".list .row");
	const card = active?.closest<HTMLElement>(".ask");
	const menu = active?.closest<HTMLElement>(".menu");
	const { card: about } = card?.dataset ?? {};
	return {
		key:
			row?.dataset.key ??
			menu?.dataset.key ??
			(about === sitesCard ? undefined : about),
		index: row
			? [...(row.closest(".list")?.querySelectorAll(".row") ?? [])]
					.filter(isShown)
					.indexOf(row)
			: -1,
		isInCard: card !== null && card !== undefined,
		isInMenu: menu !== null && menu !== undefined,
	};
}

/** Puts the focus back where it was, or to the nearest that is left. */
export function keepFocus(
	panel: PanelPage,
	active: HTMLElement | null,
	place: FocusPosition,
): void {
	if (!active || panel.root.activeElement) return;
	if (active.isConnected && isShown(active)) {
		// An element that is moved loses the focus.
		active.focus();
		return;
	}
	if (place.isInMenu) {
		panel.focusRow(place.key);
		return;
	}
	if (place.isInCard) {
		const next = panel.find(".ask textarea, .ask button");
		if (next) next.focus();
		else panel.focusRow(place.key);
		return;
	}
	const isRemoved = panel.ui.removed.has(place.key ?? "");
	const row = place.key && !isRemoved && panel.findRow(place.key);
	if (row && isShown(row)) {
		panel.focusRow(place.key);
		return;
	}
	if (place.index < 0) return;
	const stops = [
		...panel.root.querySelectorAll<HTMLElement>(".list button.text"),
	].filter(isShown);
	const stop = stops[Math.min(place.index, stops.length - 1)];
	(stop ?? panel.find(".add input") ?? panel.find(".head button"))?.focus();
}

/** Moves the focus to where it was before, else to the todo in progress. */
export function focusAgain(panel: PanelPage, options?: FocusOptions): void {
	const { root, ui } = panel;
	const { lastFocused } = panel.presence;
	if (root.activeElement) return;
	if (lastFocused?.isConnected && isShown(lastFocused))
		lastFocused.focus(options);
	else {
		const { key } = panel.find("[data-status=doing]")?.dataset ?? {};
		panel.focusRow(key ?? ui.tabStop, options);
	}
}
