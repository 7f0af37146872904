// The pictures: of buttons, and of the state of a todo. Each state has its own shape, because some
// people cannot tell the colours apart.

import { h, type Template } from "./template.js";

const paths = {
	more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
	stop: "M5 5h6v6H5z",
	chevron: "M4.5 6.5 8 10l3.5-3.5",
	edit: "M10.8 2.7l2.5 2.5L6 12.5l-3.2.7.7-3.2zM9.3 4.2l2.5 2.5",
	skip: "M3.5 4.5 7 8l-3.5 3.5M8 4.5 11.5 8 8 11.5M13.5 4.5v7",
	reopen: "M3.2 8a4.8 4.8 0 1 0 1.6-3.6L3 6M3 2.8V6h3.2",
	remove: "M4.5 4.5l7 7M11.5 4.5l-7 7",
	open: "M9.5 3H13v3.5M13 3 7.5 8.5M6.5 3.5H3.5v9h9v-3",
	globe:
		"M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2.2 8h11.6M8 2c2 1.8 2.6 3.8 2.6 6S10 12.2 8 14c-2-1.8-2.6-3.8-2.6-6S6 3.8 8 2z",
	shield: "M8 1.9l5 1.9v3.7c0 3-2 5.3-5 6.6-3-1.3-5-3.6-5-6.6V3.8z",
	plus: "M8 3.5v9M3.5 8h9",
	send: "M8 12.8V3.5M4 7.3l4-4 4 4",
	user: "M8 2.5a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 1 1 0-5.2M3 13.5c.3-2.5 2.2-3.8 5-3.8s4.7 1.3 5 3.8",
	grip: "M5.5 4v.01M5.5 8v.01M5.5 12v.01M10.5 4v.01M10.5 8v.01M10.5 12v.01",
	off: "M2.5 2.5l11 11M5 5.2A4 4 0 0 0 4.2 13H11M12.8 12.3a2.9 2.9 0 0 0-1-5A4 4 0 0 0 7.5 4.6",
	clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.2 1.4",
	undo: "M6 3.5 3 6.5l3 3M3 6.5h6a3.5 3.5 0 0 1 0 7H6.5",
	down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
	check: "M3.5 8.5 6.5 11.5 12.5 5",
	back: "M9.5 3.5 5 8l4.5 4.5",
	next: "M6.5 3.5 11 8l-4.5 4.5",
	warn: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.01",
	ask: "M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z",
	high: "M3.5 12.5v-2M8 12.5v-5M12.5 12.5v-9",
	list: "M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4v.01M2.8 8v.01M2.8 12v.01",
};

export type Icon = keyof typeof paths;

const mirrored = /^(skip|back|next|reopen|undo)$/;
/** The pictures that are drawn in a way of their own. */
const kinds: Readonly<Record<string, string>> = {
	more: "dots",
	chevron: "chevron",
};

/** Returns the picture of a button. */
export const icon = (name: Icon, also?: string): Template =>
	h(
		"svg",
		{
			key: `svg ${name}`,
			class: also ?? kinds[name] ?? (mirrored.test(name) ? "flip" : undefined),
			viewBox: "0 0 16 16",
			"aria-hidden": "true",
		},
		h("path", { d: paths[name] }),
	);

/** Returns a button that is a picture. Its `data-do` names what it does. */
export const iconButton = (
	name: Icon,
	action: string,
	label: string,
	attributes: Readonly<
		Record<string, string | boolean | number | undefined>
	> = {},
): Template =>
	h(
		"button.icon",
		{
			key: action,
			type: "button",
			part: "button",
			"data-do": action,
			"aria-label": label,
			...attributes,
		},
		icon(name),
	);

/** Returns a button with a text. */
export const button = (
	action: string,
	label: string,
	kind = "",
	also?: Icon,
	attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): Template =>
	h(
		"button.button",
		{
			key: action,
			class: kind,
			part: kind.includes("main") ? "button main" : "button",
			type: action === "submit" ? "submit" : "button",
			"data-do": action === "submit" ? undefined : action,
			...attributes,
		},
		also && icon(also),
		label,
	);

const tick = "M5.5 9.3 8 11.7 12.6 6.6";
const circle = (kind?: string, r = 7, more = {}) =>
	h("circle", { key: kind, class: kind, cx: 9, cy: 9, r, ...more });
const path = (d: string, kind?: string) =>
	h("path", { key: d, class: kind, d });
const picture = (
	key: string,
	kind: string | undefined,
	...shapes: Template[]
) =>
	h(
		"svg",
		{
			key,
			class: kind,
			part: kind?.startsWith("ring") ? "ring" : undefined,
			viewBox: "0 0 18 18",
			"aria-hidden": "true",
		},
		...shapes,
	);

/**
 * Returns the ring of the header, and of a todo with steps: how much of it is settled, from 0 to 1.
 */
export const ring = (part: number, kind = ""): Template =>
	picture(
		"ring",
		`ring ${kind}`,
		circle("track"),
		circle("arc", 7, {
			pathLength: 100,
			"stroke-dasharray": `${Math.round(part * 100)} 100`,
			hidden: part === 0,
		}),
	);
/** Returns the ring of which all is settled: it closes into the tick if that is just now. */
export const fullRing = (isJustNow: boolean): Template =>
	picture(
		"full",
		isJustNow ? "ring full closing" : "ring full",
		circle("solid", 8, { pathLength: 100 }),
		path(tick, "cut"),
	);
const arc = "M9 2a7 7 0 0 1 7 7";
export const spinner = (kind: string): Template =>
	picture(kind, kind, circle("faint"), path(arc));

/** What a row shows of a todo. */
export type RowState =
	| "todo"
	| "doing"
	| "done"
	| "skipped"
	| "failed"
	| "waiting"
	| "claimed"
	| "event"
	| "blocked"
	| "part";

/** Returns the picture of a state. A todo that was just finished draws its tick. */
export function glyph(shown: RowState, isStill: boolean, isJustDone: boolean) {
	switch (shown) {
		case "doing":
			return spinner(isStill ? "arcs" : "arcs spin");
		case "done":
			return picture(
				shown,
				undefined,
				circle("soft", 8),
				path(tick, isJustDone ? "draw" : undefined),
			);
		case "skipped":
			return picture(
				shown,
				"flip",
				circle(),
				path("M6 6.4 8.6 9 6 11.6M9.6 6.4 12.2 9 9.6 11.6"),
			);
		case "failed":
			return picture(
				shown,
				undefined,
				circle("solid", 8),
				path("M6.3 6.3l5.4 5.4M11.7 6.3l-5.4 5.4", "cut"),
			);
		case "waiting":
			return picture(
				shown,
				undefined,
				circle("solid", 8),
				path(
					"M6.9 7.1a2.1 2.1 0 1 1 3.1 1.85c-.7.4-1 .75-1 1.45M9 13v.01",
					"cut",
				),
			);
		case "claimed":
			return picture(shown, undefined, circle("dash"), path(tick));
		case "blocked":
			return picture(shown, undefined, circle("dash"));
		case "event":
			return picture(shown, undefined, circle(), path("M9 5.2V9l2.4 1.6"));
		case "todo":
		case "part":
			return picture("todo", undefined, circle(), path(tick, "hint"));
	}
}
