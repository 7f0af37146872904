// Draws the panel.

import type { Todos } from "../tools/todos.js";
import { keepFocus, readFocus } from "./act/focus.js";
import { openPopovers } from "./act/popovers.js";
import { arm, isInList, pointerRestMs } from "./act/presence.js";
import { keepInView } from "./act/scrolling.js";
import { startClock } from "./clock.js";
import { animateChanges, readPlaces } from "./dom/motion.js";
import { h, show } from "./dom/template.js";
import type { Panel } from "./panel.js";
import { isSettled } from "./session/tree.js";
import { listCards, sitesCard } from "./view/cards.js";
import { viewPanel } from "./view/layout.js";
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
	const session = panel.session;
	const ui = panel.ui;
	const isFirst = panel.live.length === 0;
	session.show();
	// What the person unfolded stays so.
	ui.isFoldOpen =
		panel.find<HTMLDetailsElement>(".fold")?.open ?? ui.isFoldOpen;
	const view = panel.view();
	const { todos } = view;
	countWaiting(panel, view.isStopped ? [] : todos);
	// Otherwise it would open again once the list is back.
	if (view.isReadonly) ui.openMenu = undefined;
	const keys = new Set(
		[...todos, ...(view.preview ?? [])].map(({ key }) => key),
	);
	for (const key of panel.rows.keys())
		if (!keys.has(key)) panel.rows.delete(key);
	const current = (view.preview ?? todos).find(
		({ status }) => status === "doing",
	);
	// The text of a todo that is edited is in a form.
	const stops = todos.filter(({ key }) => ui.openForms.get(key) !== "edit");
	if (!stops.some(({ key }) => key === ui.tabStop))
		ui.tabStop = (
			stops.find(({ status }) => status === "doing") ??
			stops.find((todo) => !isSettled(todo)) ??
			stops[0]
		)?.key;
	updateCard(panel, view, isFirst);

	const active = panel.root.activeElement as HTMLElement | null;
	const place = readFocus(active);
	const before = isFirst ? undefined : readPlaces(panel.root);
	panel.live = show(panel.root, panel.live, [
		h(
			"div.sr",
			{ key: "status", role: "status", class: ui.isArming && "arming" },
			panel.spoken,
		),
		...viewPanel(view),
	]);
	const slider = panel.find<HTMLInputElement>("[data-range]");
	if (slider && !ui.historyIndex) slider.value = slider.max;
	if (before) animateChanges(panel.root, before);
	panel.drag?.hold();
	openPopovers(panel);
	keepFocus(panel, active, place);
	keepInView(panel, current?.key);
	startClock(panel);
	const head = panel.find(".head.alone");
	const { element } = panel;
	const result = element.querySelector<HTMLElement>(":scope > [slot=result]");
	const used = (head?.offsetHeight ?? 0) + (result?.offsetHeight ?? 0);
	if (head && element.clientHeight - used > minReceiptPx) {
		ui.hasHeight = true;
		if (ui.isUnfolded === undefined) panel.schedule();
	}
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
	const isNew = before === undefined && !isFirst;
	ui.isCardFolded =
		ui.openCard !== undefined && (isNew || ui.isCardFolded) && isInList(panel);
	clearTimeout(panel.restTimer);
	if (ui.isCardFolded)
		panel.restTimer = setTimeout(() => panel.schedule(), pointerRestMs);
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
	if (ui.shownCard !== undefined && shown !== ui.shownCard && !isFirst)
		arm(panel);
	ui.shownCard = shown;
}
