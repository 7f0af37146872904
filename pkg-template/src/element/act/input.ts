// What a person does with pointer and keys, and what the browser closes.

import type { PanelActs } from "../parts.js";
import type { OnDemand } from "../view/view.js";
import { arm, notePointer } from "./presence.js";
import { handleScroll, updateOverflow } from "./scrolling.js";

/** Listens to what a person does in a panel. */
export function listenTo(panel: PanelActs): void {
	const { root } = panel;
	const listen = <Name extends keyof HTMLElementEventMap>(
		name: Name,
		handle: (event: HTMLElementEventMap[Name]) => void,
		options?: AddEventListenerOptions,
	) =>
		root.addEventListener(
			name,
			(event) => handle(event as HTMLElementEventMap[Name]),
			options,
		);
	listen("click", (event) => handleClick(panel, event));
	listen("submit", (event) => {
		event.preventDefault();
		// Later, the event has another target.
		const form = event.target as HTMLFormElement;
		if (!isDisarmed(panel, event))
			onceLoaded(panel, ({ handleSubmit }) => handleSubmit(panel, form));
	});
	listen("keydown", (event) => {
		if (event.isComposing) return;
		const target = event.target as HTMLElement;
		onceLoaded(panel, (it) => it.handleKeyDown(panel, event, target));
	});
	listen("keyup", (event) => {
		// Space has checked the todo; the row's button is not pressed with it.
		const isText = (event.target as Element).matches(".text");
		if (event.key === " " && isText) event.preventDefault();
	});
	listen("input", (event) => handleInput(panel, event));
	listen("pointerdown", (event) => {
		notePointer(panel, event);
		panel.onDemand?.handlePointerDown(panel, event);
	});
	listen("focusin", (event) => handleFocus(panel, event));
	// Not `toggle`: a popover that closes moves the focus first, which draws the panel, and a drawing
	// would open it again.
	listen("beforetoggle", (event) => handleToggle(panel, event), {
		capture: true,
	});
	listen("scroll", (event) => handleScroll(panel, event), { capture: true });
	for (const name of ["pointerover", "pointerout", "pointercancel"] as const)
		listen(name, (event) => notePointer(panel, event));
	// The page may have given it another height since it was drawn.
	for (const name of ["pointerover", "pointerdown"] as const)
		listen(name, () => updateOverflow(panel));
	listen("focusout", () => {
		panel.ui.focusedRow = undefined;
		panel.schedule();
	});
}

/**
 * Does something with what is loaded on demand: at once, as Firefox grants permissions only then,
 * unless it is still to be loaded.
 */
function onceLoaded(panel: PanelActs, use: (onDemand: OnDemand) => void): void {
	const { onDemand } = panel;
	if (onDemand) use(onDemand);
	else void panel.try(async () => use(await panel.load()));
}

/** Carries out what a press means. */
export function act(
	panel: PanelActs,
	action: string,
	element: HTMLElement,
): void {
	// The todo as the person sees it now, whatever comes before that is loaded.
	const todo = panel.findTodoOf(element);
	onceLoaded(panel, (onDemand) => onDemand.act(panel, action, element, todo));
}

/** Keeps what a person types, and goes to the place in the history that they choose. */
function handleInput(panel: PanelActs, { target }: Event): void {
	const field = target as HTMLInputElement;
	const { draft, range } = field.dataset;
	const { drafts } = panel.ui;
	if (draft !== undefined) {
		const todo = drafts.get(draft)?.todo ?? panel.findTodoOf(field);
		drafts.set(draft, { text: field.value, todo });
	}
	if (range !== undefined) {
		const { history = [] } = panel.session;
		const place = Number(field.value);
		panel.ui.historyIndex = place === history.length ? 0 : place;
		panel.schedule();
	}
}

/**
 * Returns whether an event is in a card, or approves a plan, that takes no press yet. The pager is
 * always ready.
 */
const isDisarmed = (panel: PanelActs, { target }: Event): boolean =>
	panel.ui.isArming &&
	(target as Element).closest(".ask .do, [data-do=start]") !== null;

function handleClick(panel: PanelActs, event: MouseEvent): void {
	const target = event.target as Element;
	const button = target.closest<HTMLElement>("[data-do]");
	const { do: action } = button?.dataset ?? {};
	if (!button || action === undefined || isDisarmed(panel, event)) return;
	// The second press of a double click is not for the card that comes next.
	if (event.detail > 0 && button.closest(".ask .do")) arm(panel);
	if (button.closest(".menu")) {
		panel.find(".menu")?.hidePopover?.();
		panel.ui.openMenu = undefined;
	}
	act(panel, action, button);
}

/** Makes the row that has the focus the one that Tab comes back to. */
function handleFocus(panel: PanelActs, { target }: FocusEvent): void {
	panel.presence.lastFocused = target as HTMLElement;
	const row = (target as Element).closest<HTMLElement>(".list .row");
	const { key } = row?.dataset ?? {};
	if (key === undefined) return;
	panel.ui.focusedRow = key;
	if (!(target as Element).closest("form")) panel.ui.tabStop = key;
	panel.schedule();
}

/** Records that the browser closed a popover. */
function handleToggle(panel: PanelActs, event: Event): void {
	const { newState } = event as ToggleEvent;
	const target = event.target as HTMLElement;
	if (newState !== "closed" || !target.popover) return;
	if (target.matches(".menu")) panel.ui.openMenu = undefined;
	else panel.ui.isLineOpen = false;
	panel.schedule();
}
