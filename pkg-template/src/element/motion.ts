// How rows come and move: a few new ones fade in one after the other, and those that change places
// glide there.

/** With more rows than this, none moves. */
const maxAnimatedRows = 60;
/** How many rows enter one after the other. The others are there with the last one. */
const maxEnteringRows = 5;
const easing = "cubic-bezier(.2, .8, .2, 1)";

const listRows = (root: ShadowRoot): HTMLElement[] => [
	...root.querySelectorAll<HTMLElement>(".list .row"),
];

const isStill = (root: ShadowRoot): boolean =>
	root.ownerDocument.defaultView?.matchMedia?.(
		"(prefers-reduced-motion: no-preference)",
	).matches !== true;

/** The rows with their places in the list. Undefined if nothing is to move. */
export type RowPlaces = ReadonlyMap<HTMLElement, number> | undefined;

/** Reads the places of the rows before a change. */
export function readPlaces(root: ShadowRoot): RowPlaces {
	const rows = listRows(root);
	if (rows.length > maxAnimatedRows || isStill(root)) return undefined;
	return new Map(rows.map((row, place) => [row, place]));
}

/** Animates what a change did to the rows. */
export function animateChanges(root: ShadowRoot, before: RowPlaces): void {
	if (!before) return;
	const rows = listRows(root);
	const stayed = rows.filter((row) => before.has(row));
	for (const [place, row] of rows
		.filter((row) => !before.has(row))
		.slice(0, maxEnteringRows)
		.entries())
		row.animate?.(
			{ opacity: [0, 1], translate: ["0 4px", "0"] },
			{ duration: 220, delay: 70 * place, easing, fill: "backwards" },
		);
	// Rows that changed places: by as many rows as they moved.
	for (const [place, row] of stayed.entries()) {
		const by = (before.get(row) ?? place) - place;
		const isMoved = by !== 0 && stayed.length === before.size;
		if (isMoved && row.dataset.status && !row.matches(".lifted"))
			row.animate?.(
				{ translate: [`0 ${by * row.offsetHeight}px`, "0"] },
				{ duration: 200, easing },
			);
	}
}
