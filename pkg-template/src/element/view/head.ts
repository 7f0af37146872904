// The header: the ring, what the list is at, how much is settled, the time and the button that
// stops the run.

import { fullRing, icon, iconButton, ring, spinner } from "../dom/icons.js";
import { h, type Template } from "../dom/template.js";
import { Preview } from "../session/preview.js";
import { sayDuration } from "../session/time.js";
import { countSettled, isFailed, isSettled } from "../session/tree.js";
import { listCards } from "./cards.js";
import { clock, type View } from "./view.js";

export type HeaderStatus = ReturnType<typeof readHeaderStatus>;

/** Returns what the header says. */
export function readHeaderStatus(view: View) {
	const { todos, items, isRunning, preview } = view;
	const isEmpty = todos.length === 0;
	const isSettledAll = todos.every(isSettled);
	const isPlanning =
		(isEmpty && (isRunning || preview !== undefined)) ||
		(isSettledAll && preview?.some((todo) => !isSettled(todo)) === true);
	const isOver = !isEmpty && isSettledAll && !isPlanning;
	const cards = listCards(view);
	return {
		cards,
		isEmpty,
		isOver,
		isPlanning,
		isReview: view.isReview && !isOver,
		settled: countSettled(items),
		failed: items.filter(({ todo }) => isFailed(todo)).length,
	};
}

export function sayTitle(view: View, status: HeaderStatus): string {
	const { say, todos, isRunning, isStopped, isConnected, isIdle } = view;
	const { cards, isEmpty, isOver, isPlanning, isReview } = status;
	if (!isConnected) return say("notConnected");
	if (isPlanning) return say("planning");
	if (isEmpty) return say("list");
	if (isOver) return sayResult(view, status);
	if (isReview) return say("review");
	if (isStopped) return say("stopped");
	if (cards.length > 0) return say("waitingForYou");
	const isDoing = todos.some(({ status }) => status === "doing");
	if (isIdle) return say("notRunning");
	return say(isRunning || isDoing ? "working" : "list");
}

/** Says how a list ended: how much is done, and in what time if nothing else is to be said. */
function sayResult(
	{ say, items, session }: View,
	{ failed }: HeaderStatus,
): string {
	const done = items.filter(({ todo }) => todo.status === "done").length;
	const skipped = items.length - done - failed;
	const counts = [say("countDone", { count: done })];
	if (skipped > 0) counts.push(say("countSkipped", { count: skipped }));
	if (failed > 0) counts.push(say("countFailed", { count: failed }));
	const [what = ""] = counts;
	const { startedAt, endedAt } = session.times;
	const spent = endedAt && startedAt ? endedAt - startedAt : 0;
	return counts.length > 1 || spent < 1000
		? counts.join(", ")
		: say("doneIn", { what, time: sayDuration(spent, say) });
}

export function viewRing(view: View, status: HeaderStatus): Template {
	const { isConnected, items, ui } = view;
	const { cards, isOver, isPlanning, isReview, isEmpty, settled, failed } =
		status;
	if (!isConnected) return icon("off", "");
	if (isPlanning) return spinner("ring spin");
	if (isReview && !isEmpty) return icon("list", "");
	if (isOver && failed === 0) return fullRing(ui.justDone.size > 0);
	return ring(
		isEmpty ? 0 : settled / items.length,
		cards.length > 0 && !view.isStopped ? "you" : isOver ? "bad" : "",
	);
}

export function viewCount(view: View, status: HeaderStatus): Template | false {
	const { say, items, preview } = view;
	const { isEmpty, isOver, isPlanning, isReview, settled } = status;
	const all = items.length;
	const written = preview?.filter(Preview.isNew).length ?? 0;
	const [text, label] = isPlanning
		? [written > 0 ? say("soFar", { count: written }) : ""]
		: isEmpty || isOver
			? [""]
			: isReview
				? [say("steps", { count: all })]
				: [`${settled}/${all}`, say("count", { done: settled, all })];
	return (
		text !== "" &&
		h(
			"span.num.count",
			{ part: "count", role: label ? "img" : undefined, "aria-label": label },
			text,
		)
	);
}

export function viewTime(view: View, status: HeaderStatus): Template | false {
	const { say, session, planningSince, isConnected, isRunning, isIdle, todos } =
		view;
	const { isPlanning, isOver, isReview } = status;
	const { startedAt, endedAt } = session.times;
	if (isPlanning)
		return planningSince !== undefined && clock(view, planningSince);
	if (startedAt === undefined || isReview || !isConnected) return false;
	const isDoing = todos.some(({ status }) => status === "doing");
	if (!isOver)
		return !isIdle && (isRunning || isDoing) && clock(view, startedAt);
	const hasTime =
		endedAt !== undefined &&
		endedAt - startedAt >= 1000 &&
		!todos.every(({ status }) => status === "done");
	return (
		hasTime &&
		h(
			"span.num.time",
			{ part: "time", key: "took" },
			sayDuration(endedAt - startedAt, say),
		)
	);
}

export const viewStop = (
	{ say, isRunning, isIdle, todos }: View,
	{ isPlanning, isReview }: HeaderStatus,
) =>
	isRunning &&
	!isIdle &&
	(isPlanning || !isReview || todos.some(({ status }) => status === "doing")) &&
	h(
		"button.button.small.stop",
		{
			type: "button",
			part: "button stop",
			"data-do": "abort",
			"aria-label": say("abort"),
		},
		icon("stop"),
		h("span.word", {}, say("abort")),
	);

/**
 * Returns whether the list is open, of which all is settled: only the header is left where nothing
 * failed and the page gave the element no height.
 */
const isUnfolded = ({ ui, isReadonly, items }: View): boolean =>
	ui.isUnfolded ??
	(isReadonly || ui.hasHeight || items.some(({ todo }) => isFailed(todo)));

/** Returns whether all of the list is settled, and only its header is left. */
export function isListHidden(view: View): boolean {
	const { still, todos, ui } = view;
	if (still) return still.isHidden;
	// What was just finished stays for a moment.
	if (ui.justDone.size > 0 && ui.isUnfolded === undefined) return false;
	const isOver =
		todos.length > 0 &&
		todos.every(isSettled) &&
		!readHeaderStatus(view).isPlanning;
	return isOver && !isUnfolded(view);
}

export function viewHead(view: View, status: HeaderStatus): Template {
	const { say, ui, isReadonly } = view;
	const { isOver, isPlanning } = status;
	return h(
		"header.head",
		{ part: "head", class: isListHidden(view) && "alone" },
		viewRing(view, status),
		view.heading !== "" &&
			h(
				"h2.heading.one",
				{ part: "heading", dir: "auto", "data-tip": view.heading },
				view.heading,
			),
		h(
			view.heading === "" ? "h2.title.one" : "p.title.one.also",
			{ part: "title" },
			h(
				"span",
				{ class: isPlanning && "shimmer" },
				ui.remark ?? sayTitle(view, status),
			),
		),
		viewCount(view, status),
		viewTime(view, status),
		viewStop(view, status),
		isOver &&
			iconButton("chevron", "unfold", say("todos"), {
				"aria-expanded": String(!isListHidden(view)),
			}),
		!isReadonly &&
			iconButton("more", "menu", say("more"), {
				"aria-haspopup": "menu",
				"aria-expanded": String(ui.openMenu === ""),
			}),
	);
}
