// The todo in progress stays in view, unless the person has just scrolled.

import type { PanelPage } from "../parts.js";
import { isInList } from "./presence.js";

/** How long after a person scrolled the list stays where it is, in milliseconds. */
const scrollRestMs = 5000;

/** Scrolls the todo in progress into view, unless the person has just scrolled. */
export function keepInView(panel: PanelPage, key: string | undefined): void {
	const scroll = panel.find(".scroll");
	const row = key === undefined ? null : panel.findRow(key);
	updateOverflow(panel);
	if (!scroll || !row || scroll.scrollHeight <= scroll.clientHeight) {
		scroll?.classList.remove("fades");
		setOutOfSight(panel, false);
		return;
	}
	const isFree = performance.now() - panel.presence.scrolledAt > scrollRestMs;
	const isBusy =
		scroll.matches(":focus-within") || isInList(panel) || panel.ui.dragged;
	if (isFree && !isBusy) scrollTo(panel, scroll, row);
	updateEdges(panel, scroll, row);
}

/** Records whether the list has more than it shows: only then does it keep the wheel for itself. */
export function updateOverflow(panel: PanelPage): void {
	const scroll = panel.find(".scroll");
	scroll?.classList.toggle("long", scroll.scrollHeight > scroll.clientHeight);
}

export function scrollTo(
	panel: PanelPage,
	scroll: HTMLElement,
	row: HTMLElement,
): void {
	const outer = scroll.getBoundingClientRect();
	const inner = row.getBoundingClientRect();
	const above = inner.top - outer.top - 4;
	const below = inner.bottom - outer.bottom + 28;
	if (above < 0) scroll.scrollTop += above;
	else if (below > 0) scroll.scrollTop += Math.min(below, above);
	panel.presence.scrolledTo = scroll.scrollTop;
}

function setOutOfSight(panel: PanelPage, isOutOfSight: boolean): void {
	if (panel.ui.isOutOfSight === isOutOfSight) return;
	panel.ui.isOutOfSight = isOutOfSight;
	panel.schedule();
}

/** Records whether the todo in progress is in view, and shows whether there is more below. */
function updateEdges(
	panel: PanelPage,
	scroll: HTMLElement,
	row: HTMLElement,
): void {
	const outer = scroll.getBoundingClientRect();
	const inner = row.getBoundingClientRect();
	setOutOfSight(
		panel,
		inner.bottom < outer.top + 8 || inner.top > outer.bottom - 8,
	);
	const rest = scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop;
	scroll.classList.toggle("fades", rest > 4);
}

export function handleScroll(panel: PanelPage, { target }: Event): void {
	const scroll = target as HTMLElement;
	if (!scroll.matches?.(".scroll")) return;
	if (Math.abs(scroll.scrollTop - panel.presence.scrolledTo) > 1)
		panel.presence.scrolledAt = performance.now();
	const row = scroll.querySelector<HTMLElement>("[data-status=doing]");
	if (row) updateEdges(panel, scroll, row);
}
