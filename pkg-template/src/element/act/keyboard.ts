// The keys of the list. Tab stops in it once; arrows, Home and End move the focus, and Alt with an
// arrow moves a todo.

import { isShown } from "./focus.js";

/** What a key does. */
export interface KeyActions {
	/** Carries out an action on the todo of a row. */
	readonly act: (action: string, row: HTMLElement) => void;
	/** Moves a todo up (−1) or down (1). */
	readonly move: (row: HTMLElement, by: -1 | 1) => void;
	/** Approves the plan, or the sites. Returns whether there is something to approve. */
	readonly approve: () => boolean;
	/** Sends the answer with this number, from 1 on. Returns whether there is one. */
	readonly answer: (number: number) => boolean;
}

const stops = "button.text, summary";

/**
 * Returns the places in a list that the arrows go to: each row, and the line of the folded ones.
 */
const listStops = (list: Element): HTMLElement[] =>
	[...list.querySelectorAll<HTMLElement>(stops)].filter(isShown);

const listButtons = (row: Element): HTMLElement[] =>
	[...row.querySelectorAll<HTMLElement>("button, a")].filter(
		(button) => isShown(button) && !button.closest("form"),
	);

const letters: Readonly<Record<string, string>> = {
	" ": "check",
	F2: "edit",
	s: "skip",
	S: "skip",
	Delete: "remove",
	ContextMenu: "menu",
};

/** Handles a key in the list. Returns whether the key means anything there. */
export function handleKey(
	event: KeyboardEvent,
	target: HTMLElement,
	actions: KeyActions,
): boolean {
	const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
	const form = target.closest("form");
	if (form) {
		if (key !== "Enter" || shiftKey || target.localName !== "textarea")
			return false;
		form.querySelector<HTMLElement>("[type=submit]")?.click();
		return true;
	}
	if (key === "Enter" && (ctrlKey || metaKey) && actions.approve()) return true;
	const isPlain = !ctrlKey && !metaKey && !altKey;
	if (isPlain && /^[1-9]$/.test(key) && actions.answer(Number(key)))
		return true;
	const list = target.closest(".scroll");
	const row = target.closest<HTMLElement>(".row, summary");
	if (!list || !row) return false;
	const places = listStops(list);
	const place = places.findIndex(
		(stop) => stop === target || row.contains(stop),
	);
	const goTo = (to: number) => {
		const stop = places[Math.max(0, Math.min(to, places.length - 1))];
		const there = stop?.closest(".row");
		const action = target.dataset.do;
		const same =
			action !== "details" &&
			there &&
			listButtons(there).find(({ dataset }) => dataset.do === action);
		(same || stop)?.focus();
	};
	const isTodo = row.localName !== "summary";
	switch (key) {
		case "ArrowUp":
		case "ArrowDown": {
			const by = key === "ArrowUp" ? -1 : 1;
			if (!altKey) goTo(place + by);
			else if (isTodo) actions.move(row, by);
			return true;
		}
		case "ArrowLeft":
		case "ArrowRight": {
			if (altKey) return false;
			const isRtl = getComputedStyle(target).direction === "rtl";
			const isOn = (key === "ArrowRight") !== isRtl;
			const fold = row.parentElement as HTMLDetailsElement;
			if (!isTodo) fold.open = isOn;
			else goAlong(row, target, isOn, actions);
			return true;
		}
		case "Home":
			goTo(0);
			return true;
		case "End":
			goTo(places.length);
			return true;
		default: {
			const isMenu = key === "F10" && shiftKey;
			const action = isMenu ? "menu" : letters[key];
			// Space presses the button that has the focus, but for the text of the row.
			const isOnText = target.matches(".text");
			if (!isTodo || !action || !isPlain) return false;
			if (key === " " && !isOnText) return false;
			actions.act(action, row);
			return true;
		}
	}
}

/** Goes to the next button of a row, or opens and closes its steps. */
function goAlong(
	row: HTMLElement,
	target: HTMLElement,
	isOn: boolean,
	{ act }: KeyActions,
): void {
	const steps = row.querySelector("[data-do=steps]");
	const isOpen = steps?.getAttribute("aria-expanded") === "true";
	if (steps && target.matches(".text") && isOn !== isOpen) {
		act("steps", row);
		return;
	}
	const buttons = listButtons(row);
	buttons[buttons.indexOf(target) + (isOn ? 1 : -1)]?.focus();
}

/** Handles a key in a menu. Escape is the browser's. */
export function handleMenuKey(
	event: KeyboardEvent,
	target: HTMLElement,
	menu: Element,
): boolean {
	const entries = [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
	const place = entries.indexOf(target);
	const last = entries.length - 1;
	const to = {
		ArrowDown: place === last ? 0 : place + 1,
		ArrowUp: place <= 0 ? last : place - 1,
		Home: 0,
		End: last,
	}[event.key];
	if (to === undefined) return false;
	entries[to]?.focus();
	return true;
}
