// Where a drag of a row begins, and what it does to the list.

import type { PanelActs } from "../parts.js";
import { drag } from "./drag.js";
import { move } from "./move.js";

/** Begins to drag a row, where the pointer is on one. */
export function handlePointerDown(panel: PanelActs, event: PointerEvent): void {
	const target = event.target as Element;
	const row = target.closest<HTMLElement>(".list .row");
	const isElsewhere = target.closest(
		"form, a, .actions, .buttons, .icon, .glyph, .facts, summary",
	);
	const view = row && panel.view();
	if (!row?.dataset.key || isElsewhere || event.button !== 0) return;
	if (view?.isReadonly) return;
	panel.drag?.end();
	panel.drag = drag(event, row, {
		show: (dragged) => {
			panel.ui.dragged = dragged;
			panel.draw();
		},
		drop: ({ key, over, isAfter }) => {
			const session = panel.session;
			const todo = session.findTodo(key);
			const other = session.findTodo(over);
			if (!todo || !other) return;
			void move(session, todo, other, isAfter);
		},
	});
}
