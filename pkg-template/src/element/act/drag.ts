// A row that is dragged, with mouse, pen or finger.

import type { Dragged } from "../session/ui.js";

/** A movement of more pixels than this is a drag and not a click. */
const dragThresholdPx = 4;
/** How long a finger rests on a row before it drags it, in milliseconds: before that it scrolls. */
const touchHoldMs = 300;

/** How a drag shows itself, and what it does. */
export interface DragEvents {
	/** Shows the row where it would land; undefined once the drag is over. */
	readonly show: (dragged: Dragged | undefined) => void;
	readonly drop: (dragged: Dragged) => void;
}

/** Returns the row next to which a row would land, among those of its own list. */
function findPlace(row: HTMLElement, y: number) {
	const list = row.parentElement?.parentElement;
	const rows = [
		...(list?.querySelectorAll<HTMLElement>(":scope > li > .row") ?? []),
	].filter((other) => other !== row && other.dataset.key);
	const findMiddle = (other: HTMLElement) => {
		const { top, height } = other.getBoundingClientRect();
		return top + height / 2;
	};
	const below = rows.find((other) => findMiddle(other) > y);
	const over = below ?? rows.at(-1);
	return (
		over?.dataset.key && {
			over: over.dataset.key,
			isAfter: below === undefined,
		}
	);
}

/** A drag that goes on. */
export interface Drag {
	/** Ends it without a change. */
	readonly end: () => void;
	/** Puts the row below the pointer again, once the list was drawn. */
	readonly hold: () => void;
}

/** Follows the pointer that went down on a row. */
export function drag(
	start: PointerEvent,
	row: HTMLElement,
	{ show, drop }: DragEvents,
): Drag {
	const { key = "" } = row.dataset;
	const { height, top } = row.getBoundingClientRect();
	const grip = start.clientY - top;
	let dragged: Dragged | undefined;
	const following = new AbortController();
	const { signal } = following;
	const { ownerDocument: document } = row;
	const end = () => {
		clearTimeout(resting);
		following.abort();
		row.style.translate = "";
		const wasDragged = dragged !== undefined;
		dragged = undefined;
		if (wasDragged) show(undefined);
	};
	let at = start.clientY;
	const hold = () => {
		if (!dragged) return;
		row.style.translate = "";
		row.style.translate = `0 ${at - grip - row.getBoundingClientRect().top}px`;
	};
	const follow = (y: number) => {
		const place = findPlace(row, y);
		if (!place || !row.isConnected) return;
		if (dragged?.over !== place.over || dragged.isAfter !== place.isAfter) {
			dragged = { key, height, ...place };
			show(dragged);
		}
		at = y;
		hold();
	};
	const isTouch = start.pointerType === "touch";
	const resting = isTouch
		? setTimeout(() => follow(start.clientY), touchHoldMs)
		: undefined;
	document.addEventListener(
		"pointermove",
		({ clientY, buttons }) => {
			const isFar = Math.abs(clientY - start.clientY) > dragThresholdPx;
			if (buttons === 0 || (isTouch && isFar && !dragged)) end();
			else if (dragged || isFar) follow(clientY);
		},
		{ signal },
	);
	document.addEventListener(
		"pointerup",
		() => {
			const last = dragged;
			end();
			if (!last || !row.isConnected) return;
			// Releasing the pointer clicks the row, too. That click is ignored.
			const click = new AbortController();
			row.addEventListener(
				"click",
				(event) => {
					event.stopPropagation();
					event.preventDefault();
				},
				{ signal: click.signal, capture: true },
			);
			setTimeout(() => click.abort());
			drop(last);
		},
		{ signal },
	);
	document.addEventListener("pointercancel", end, { signal });
	document.addEventListener(
		"touchmove",
		(event) => dragged && event.preventDefault(),
		{ signal, passive: false },
	);
	document.addEventListener("keydown", ({ key }) => key === "Escape" && end(), {
		signal,
	});
	return { end, hold };
}
