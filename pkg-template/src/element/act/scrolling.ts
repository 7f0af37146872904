// The todo in progress stays in view, unless the person has just scrolled.

import type { Panel } from "../panel.js";
import { isInList } from "./presence.js";

/** How long after a person scrolled the list stays where it is, in milliseconds. */
const scrollRestMs = 5000;

/** Scrolls the todo in progress into view, unless the person has just scrolled. */
export function keepInView(panel: Panel, key: string | undefined): void {
	const scroll = panel.find(".scroll");
	const row = key === undefined ? null : panel.findRow(key);
	updateOverflow(panel);
	if (!scroll || !row || scroll.scrollHeight <= scroll.clientHeight) {
		scroll?.classList.remove("fades");
		panel.setOutOfSight(false);
		return;
	}
	const isFree = performance.now() - panel.scrolledAt > scrollRestMs;
	const isBusy =
		scroll.matches(":focus-within") || isInList(panel) || panel.ui.dragged;
	if (isFree && !isBusy) scrollTo(panel, scroll, row);
	updateEdges(panel, scroll, row);
}

/** Records whether the list has more than it shows: only then does it keep the wheel for itself. */
export function updateOverflow(panel: Panel): void {
	const scroll = panel.find(".scroll");
	scroll?.classList.toggle("long", scroll.scrollHeight > scroll.clientHeight);
}

export function scrollTo(
	panel: Panel,
	scroll: HTMLElement,
	row: HTMLElement,
): void {
	const outer = scroll.getBoundingClientRect();
	const inner = row.getBoundingClientRect();
	const above = inner.top - outer.top - 4;
	const below = inner.bottom - outer.bottom + 28;
	if (above < 0) scroll.scrollTop += above;
	else if (below > 0) scroll.scrollTop += Math.min(below, above);
	panel.scrolledTo = scroll.scrollTop;
}

/** Records whether the todo in progress is in view, and shows whether there is more below. */
function updateEdges(
	panel: Panel,
	scroll: HTMLElement,
	row: HTMLElement,
): void {
	const outer = scroll.getBoundingClientRect();
	const inner = row.getBoundingClientRect();
	panel.setOutOfSight(
		inner.bottom < outer.top + 8 || inner.top > outer.bottom - 8,
	);
	const rest = scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop;
	scroll.classList.toggle("fades", rest > 4);
}

export function handleScroll(panel: Panel, { target }: Event): void {
	const scroll = target as HTMLElement;
	if (!scroll.matches?.(".scroll")) return;
	if (Math.abs(scroll.scrollTop - panel.scrolledTo) > 1)
		panel.scrolledAt = performance.now();
	const row = scroll.querySelector<HTMLElement>("[data-status=doing]");
	if (row) updateEdges(panel, scroll, row);
}
