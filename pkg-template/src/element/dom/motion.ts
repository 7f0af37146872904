// How rows come and move: a few new ones fade in one after the other, and those that move up or
// change places glide there.

/** With more rows than this, none moves. */
const maxAnimatedRows = 60;
/** How many rows enter one after the other. The others are there with the last one. */
const maxEnteringRows = 5;
const easing = "cubic-bezier(.2, .8, .2, 1)";

const listRows = (root: ShadowRoot): HTMLElement[] => [
	...root.querySelectorAll<HTMLElement>(".list .row, .add"),
];

const isStill = (root: ShadowRoot): boolean =>
	root.ownerDocument.defaultView?.matchMedia?.(
		"(prefers-reduced-motion: no-preference)",
	).matches !== true;

/** Where a row is: its place among all, and how far below the beginning of the list, in pixels. */
interface RowPlace {
	readonly index: number;
	readonly top: number;
	/** Where it is on the screen, in pixels. */
	readonly y: number;
}

/** The rows with their places in the list. Undefined if there are none, or too many. */
export type RowPlaces = ReadonlyMap<HTMLElement, RowPlace> | undefined;

/** Reads the places of the rows that are shown. */
export function readPlaces(root: ShadowRoot): RowPlaces {
	const rows = listRows(root);
	const [first] = rows;
	if (!first || rows.length > maxAnimatedRows) return undefined;
	const list = first.closest(".scroll")?.firstElementChild ?? first;
	const start = list.getBoundingClientRect().top;
	return new Map(
		rows
			.filter((row) => row.checkVisibility())
			.map((row, index) => [row, placeOf(row, index, start)]),
	);
}

function placeOf(row: HTMLElement, index: number, start: number): RowPlace {
	const { top: y } = row.getBoundingClientRect();
	return { index, top: y - start, y };
}

/** Animates what a change did to the rows. Returns whether one has moved on the screen. */
export function animateChanges(root: ShadowRoot, before: RowPlaces): boolean {
	const after = before && readPlaces(root);
	if (!after) return false;
	const hasMoved = [...after].some(([row, { y }]) => {
		const was = before.get(row);
		return was && Math.abs(was.y - y) > 1;
	});
	if (isStill(root)) return hasMoved;
	let entering = 0;
	const isReordered = before.size === after.size;
	for (const [row, { index, top }] of after) {
		const was = before.get(row);
		if (!was) {
			if (entering === maxEnteringRows) continue;
			row.animate?.(
				{ opacity: [0, 1], translate: ["0 4px", "0"] },
				{
					duration: 220,
					delay: 70 * entering++,
					easing,
					fill: "backwards",
				},
			);
			continue;
		}
		const by = was.top - top;
		// What opens pushes rows down at once, so that none lies over another.
		const isMoved = by > 0 || (isReordered && was.index !== index);
		if (isMoved && Math.abs(by) > 1 && !row.matches(".lifted"))
			row.animate?.(
				{ translate: [`0 ${by}px`, "0"] },
				{ duration: 200, easing },
			);
	}
	return hasMoved;
}
