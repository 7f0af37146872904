// How the panel answers a press: with a sentence for a moment, with Undo, and with the focus.

import type { PanelActs } from "../parts.js";
import type { Deed } from "../session/session.js";
import { momentMs, sentenceMs } from "../session/timers.js";
import { sayDeed } from "../view/deeds.js";

/**
 * Shows for a moment in the row what the person did there, with Undo. It waits while the row has
 * the pointer on it, or the focus.
 */
export function noteDeed(panel: PanelActs, deed: Deed): void {
	const { ui, say } = panel;
	const { key, method, change } = deed;
	const text = sayDeed(say, deed);
	if (text === undefined) return;
	panel.announcer.announce(say("youDeed", { deed: text }), say);
	panel.drawn.isPersonal = true;
	ui.said.delete(key);
	// A reason belongs to the skip that it explains.
	const earlier = deed.reason ? (ui.deeds.get(key)?.changes ?? []) : [];
	ui.deeds.set(key, { text, changes: [...earlier, change] });
	const isListed = panel.session.list.todos.some((todo) => todo.key === key);
	if (method === "skip" && isListed && !deed.reason) ui.whys.add(key);
	else ui.whys.delete(key);
	const used = ":is(.undo, .why):is(:hover, :focus-within)";
	panel.timers.begin(
		`deed ${key}`,
		momentMs,
		() => {
			ui.deeds.delete(key);
			ui.whys.delete(key);
			panel.schedule();
		},
		() =>
			Boolean(ui.drafts.get(`why ${key}`)?.text) ||
			panel.findRow(key)?.querySelector(used) != null,
	);
	panel.schedule();
}

/** Says something in the second line of a row for a moment. */
export function sayInRow(panel: PanelActs, key: string, text: string): void {
	const { said } = panel.ui;
	said.set(key, text);
	panel.announcer.announce(text, panel.say);
	panel.drawn.isPersonal = true;
	panel.timers.begin(`said ${key}`, momentMs, () => {
		said.delete(key);
		panel.schedule();
	});
	panel.schedule();
}

/** Says something in the header for a moment. */
export function remark(panel: PanelActs, text: string): void {
	const { ui } = panel;
	ui.remark = text;
	panel.announcer.announce(text, panel.say);
	panel.timers.begin("remark", sentenceMs, () => {
		ui.remark = undefined;
		panel.schedule();
	});
	panel.schedule();
}

/** Focuses what is there after the next change of the page: an element, or a row. */
export function focusAfter(panel: PanelActs, css: string, key?: string): void {
	queueMicrotask(() =>
		queueMicrotask(() => {
			if (key !== undefined) {
				panel.focusRow(key);
				return;
			}
			const found = panel.find<HTMLTextAreaElement>(css);
			found?.focus();
			// The caret stands at the end.
			if (found?.localName === "textarea")
				found.setSelectionRange(found.value.length, found.value.length);
		}),
	);
	panel.schedule();
}
