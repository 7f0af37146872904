// Draws the panel.

import type { Todos } from "../tools/todos.js";
import { keepFocus, readFocus } from "./act/focus.js";
import { openPopovers } from "./act/popovers.js";
import {
	arm,
	armLine,
	armRows,
	isBelowHead,
	isInList,
} from "./act/presence.js";
import { keepInView } from "./act/scrolling.js";
import { animateChanges, readPlaces } from "./dom/motion.js";
import { h, show } from "./dom/template.js";
import type { Panel } from "./panel.js";
import { readDecisions } from "./session/news.js";
import { adoptOwn, type Shown, texts } from "./session/still.js";
import { dropInherited, isSettled } from "./session/tree.js";
import { listCards, sitesCard } from "./view/cards.js";
import { isListHidden } from "./view/head.js";
import { viewPanel } from "./view/layout.js";
import { isReceipt, listFolded } from "./view/rows.js";
import type { View } from "./view/view.js";

/** The page gave the element a height if it has so much more than it needs, in pixels. */
const minReceiptPx = 80;

/** Draws what the panel shows now, and keeps the focus and the place of the list. */
export function draw(panel: Panel): void {
	if (panel.isFromServer) {
		if (!panel.source && !panel.given) return;
		panel.root.replaceChildren();
		panel.isFromServer = false;
	}
	const { session, ui, drawn } = panel;
	const isFirst = drawn.live.length === 0;
	// What the person unfolded stays so.
	ui.isFoldOpen =
		panel.find<HTMLDetailsElement>(".fold")?.open ?? ui.isFoldOpen;
	standStill(panel);
	session.show(drawn.still);
	const view = panel.view();
	const { todos } = view;
	countWaiting(panel, view.isStopped ? [] : todos);
	// Otherwise it would open again once the list is back.
	if (view.isReadonly) ui.openMenu = undefined;
	const keys = new Set(
		[...todos, ...(view.preview ?? []), ...(drawn.still?.todos ?? [])].map(
			({ key }) => key,
		),
	);
	for (const key of drawn.rows.keys())
		if (!keys.has(key) && !ui.removed.has(key)) drawn.rows.delete(key);
	const current = (view.preview ?? todos).find(
		({ status }) => status === "doing",
	);
	// The text of a todo that is edited is in a form.
	const stops = todos.filter(({ key }) => !ui.editing.has(key));
	if (!stops.some(({ key }) => key === ui.tabStop))
		ui.tabStop = (
			stops.find(({ status }) => status === "doing") ??
			stops.find((todo) => !isSettled(todo)) ??
			stops[0]
		)?.key;
	updateCard(panel, view, isFirst);
	armPlan(panel, view, isFirst);

	const active = panel.root.activeElement as HTMLElement | null;
	const place = readFocus(active);
	const before = isFirst ? undefined : readPlaces(panel.root);
	const height = isFirst ? undefined : panel.element.offsetHeight;
	const card = panel.find(".ask:not(.folded)");
	drawn.gliding?.cancel();
	drawn.live = show(panel.root, drawn.live, [
		h(
			"div.sr",
			{ key: "status", role: "status", class: ui.isArming && "arming" },
			panel.spoken,
		),
		...viewPanel(view),
	]);
	const slider = panel.find<HTMLInputElement>("[data-range]");
	if (slider && !ui.historyIndex) slider.value = slider.max;
	armLine(panel);
	pinRows(panel);
	const ghost = panel.find(".ghost");
	if (ghost) ghost.style.blockSize = `${ui.ghost}px`;
	if (before && animateChanges(panel.root, before) && !drawn.isPersonal)
		armRows(panel);
	drawn.isPersonal = false;
	drawn.lastShown = readShown(view);
	panel.drag?.hold();
	openPopovers(panel);
	keepFocus(panel, active, place);
	keepInView(panel, current?.key);
	panel.clock.start(panel, () => panel.say);
	const head = panel.find(".head.alone");
	const { element } = panel;
	const result = element.querySelector<HTMLElement>(":scope > [slot=result]");
	const used = (head?.offsetHeight ?? 0) + (result?.offsetHeight ?? 0);
	if (head && element.clientHeight - used > minReceiptPx) {
		ui.hasHeight = true;
		if (ui.isUnfolded === undefined) panel.schedule();
	}
	if (height !== undefined) glide(panel, height);
	const newCard = panel.find(".ask:not(.folded, .ghost)");
	if (!isFirst && newCard && newCard !== card) slide(newCard);
	if (isFirst) loadWhenIdle(panel);
}

/** Loads what a person needs once they press something, after what is shown. */
function loadWhenIdle(panel: Panel): void {
	const load = () => void panel.load().catch(() => {});
	// Safari has no `requestIdleCallback`.
	(globalThis.requestIdleCallback ?? setTimeout)(load);
}

/** Reports when another number of todos waits for the user. */
function countWaiting(panel: Panel, todos: Todos): void {
	const waiting = todos.filter((todo) => todo.waiting === "user").length;
	if (waiting === panel.waiting) return;
	panel.waiting = waiting;
	panel.dispatch("waiting-change", { waiting });
}

/**
 * Chooses the card to show: the one that was shown, as long as it waits. One that comes while the
 * person is in the list is a line, until they leave. One that came or changed takes no press yet.
 */
function updateCard(panel: Panel, view: View, isFirst: boolean): void {
	const { ui, session } = panel;
	const cards = listCards(view);
	const before = ui.openCard;
	const isKept = before !== undefined && cards.includes(before);
	ui.openCard = isKept ? before : cards[0];
	// A card that somebody else has answered leaves its place empty, as long as a person is in the
	// list.
	const ask = panel.find(".ask:not(.folded)");
	const isGone = !isKept && before !== undefined && !panel.drawn.isPersonal;
	if (panel.drawn.still && isGone && ask) ui.ghost = ask.offsetHeight;
	else if (!panel.drawn.still) ui.ghost = undefined;
	const isNew = (before === undefined || ui.ghost !== undefined) && !isFirst;
	const hasPlace = panel.find(".scroll:not([hidden])") !== null;
	ui.isCardFolded =
		ui.openCard !== undefined &&
		(isNew || ui.isCardFolded) &&
		hasPlace &&
		isBelowHead(panel);
	const { content, question, options, claimed, evidence } =
		session.findTodo(ui.openCard ?? "") ?? {};
	const shown = JSON.stringify([
		ui.openCard,
		ui.isCardFolded,
		content,
		question,
		options,
		claimed,
		evidence,
		ui.openCard === sitesCard && session.list.proposal,
	]);
	// One that lies over the list as a line moves nothing.
	const isCard = ui.openCard !== undefined && !ui.isCardFolded;
	const wasCard = ask !== null && ui.ghost === undefined;
	if (
		ui.shownCard !== undefined &&
		shown !== ui.shownCard &&
		!isFirst &&
		(isCard || wasCard)
	)
		arm(panel);
	ui.shownCard = shown;
}

/** Lets a plan that came or changed, and not by the person, take no approval yet. */
function armPlan(panel: Panel, { isReview }: View, isFirst: boolean): void {
	const { ui, session, drawn } = panel;
	const { shown, list } = session;
	const plan = isReview
		? JSON.stringify(
				[list.proposal, shown.todos.filter((todo) => !isSettled(todo))],
				["sites", "key", ...texts],
			)
		: "";
	if (plan !== "" && plan !== ui.shownPlan && !isFirst && !drawn.isPersonal)
		arm(panel);
	ui.shownPlan = plan;
}

/**
 * Lets the list stand still as long as a person is in it, as it was shown last, but for what they
 * do themselves.
 */
function standStill(panel: Panel): void {
	const { ui, session, drawn } = panel;
	const { lastShown, ownChanges } = drawn;
	drawn.ownChanges = [];
	const isStill =
		!ui.letsNewsIn &&
		ui.historyIndex === undefined &&
		lastShown !== undefined &&
		lastShown.todos.length > 0 &&
		isInList(panel);
	if (ui.letsNewsIn) armRows(panel);
	ui.letsNewsIn = false;
	if (!isStill) {
		drawn.still = undefined;
		return;
	}
	const { list } = session;
	if (!drawn.still) {
		const rows = panel.root.querySelectorAll<HTMLElement>(".scroll .row");
		for (const row of rows) {
			if (!row.checkVisibility()) continue;
			row.style.blockSize = `${row.getBoundingClientRect().height}px`;
		}
	}
	drawn.still = adoptOwn(
		drawn.still ?? lastShown,
		ownChanges,
		list.todos.map(dropInherited),
		readDecisions(list),
	);
	for (const { todo } of ownChanges)
		panel.findRow(todo.key)?.style.removeProperty("block-size");
}

/** Lets rows have the height that they need, unless the list stands still. */
function pinRows(panel: Panel): void {
	const { ui, root, drawn } = panel;
	for (const row of root.querySelectorAll<HTMLElement>(".row[style]")) {
		const { key = "" } = row.dataset;
		const isOpen =
			ui.openDetails === key ||
			ui.editing.has(key) ||
			ui.whys.has(key) ||
			ui.said.has(key);
		if (!drawn.still || isOpen) row.style.removeProperty("block-size");
	}
}

/** Returns what is shown of the list. */
function readShown(view: View): Shown | undefined {
	const { still, todos, decisions, session, isReadonly } = view;
	// What is only being written goes on being shown.
	if ((isReadonly || view.preview) && !still) return undefined;
	return (
		still ?? {
			todos,
			decisions,
			replan: session.replan,
			folded: listFolded(view),
			isOver: todos.length > 0 && todos.every(isSettled),
			isReceipt: isReceipt(view),
			isReview: view.isReview,
			isHidden: isListHidden(view),
			cards: listCards(view),
		}
	);
}

/** How long the panel's height glides to another one, and a card comes, in milliseconds. */
const glideMs = 220;
/** The height of a card that is one line, in pixels. */
const foldedCardPx = 34;

const isMotionWanted = ({ ownerDocument: { defaultView } }: Element): boolean =>
	defaultView?.matchMedia?.("(prefers-reduced-motion: no-preference)")
		.matches === true;

/** Lets the height of an element go from one to another. */
const grow = (element: Element, from: number, to: number) =>
	element.animate?.(
		{ blockSize: [`${from}px`, `${to}px`], overflow: ["clip", "clip"] },
		{ duration: glideMs, easing: "ease-out" },
	);

/** Lets the height of the element glide, where the page has not given it one. */
function glide(panel: Panel, before: number): void {
	const { element } = panel;
	const after = element.offsetHeight;
	const isOtherHeight = after !== before && after > 0 && before > 0;
	if (isOtherHeight && isMotionWanted(element))
		panel.drawn.gliding = grow(element, before, after);
}

/** Lets a card slide in. */
function slide(card: HTMLElement): void {
	if (isMotionWanted(card)) grow(card, foldedCardPx, card.offsetHeight);
}
