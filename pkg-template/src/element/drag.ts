// A row that is dragged by its handle, with mouse, pen or finger.

import type { Row } from "./row.js";
import type { Rows } from "./rows.js";

/** A movement of more pixels than this is a drag and not a click. */
const farEnough = 4;

/** Follows the pointer that went down on a handle. Returns what ends the drag without a change. */
export function drag(
	start: PointerEvent,
	handle: HTMLElement,
	row: Row,
	rows: Rows,
): () => void {
	let isDragged = false;
	let over: { row: Row; isAfter: boolean } | undefined;
	const root = handle.getRootNode();
	const dragging = new AbortController();
	const { signal } = dragging;
	const mark = (name: string | undefined) => {
		over?.row.element.classList.remove("before", "after");
		if (name) over?.row.element.classList.add(name);
	};
	const end = () => {
		mark(undefined);
		over = undefined;
		row.element.classList.remove("dragged");
		dragging.abort();
	};
	const move = ({ clientY }: PointerEvent) => {
		isDragged ||= Math.abs(clientY - start.clientY) > farEnough;
		if (!isDragged) return;
		mark(undefined);
		over = rows.findUnder(clientY);
		row.element.classList.add("dragged");
		mark(over?.isAfter ? "after" : "before");
		over?.row.element.scrollIntoView({ block: "nearest" });
	};
	const drop = () => {
		const to = over;
		end();
		if (!to || to.row === row || !to.row.element.isConnected) return;
		const place = to.row.todo.id - (to.isAfter ? 0 : 1);
		void row.move(place + (place < row.todo.id ? 1 : 0));
	};
	handle.setPointerCapture(start.pointerId);
	handle.addEventListener("pointermove", move, { signal });
	handle.addEventListener("pointerup", drop, { signal });
	handle.addEventListener("pointercancel", end, { signal });
	handle.addEventListener("lostpointercapture", end, { signal });
	handle.ownerDocument.addEventListener(
		"keydown",
		({ key }) => key === "Escape" && end(),
		{ signal },
	);
	// Releasing the pointer clicks the handle, too. That click is ignored, unlike one by a key or the next one.
	const letGo = new AbortController();
	handle.addEventListener(
		"click",
		(click) => {
			if (isDragged && click.detail > 0) click.stopPropagation();
		},
		{ signal: letGo.signal },
	);
	root.addEventListener("pointerdown", () => letGo.abort(), {
		signal: letGo.signal,
		capture: true,
	});
	return end;
}
