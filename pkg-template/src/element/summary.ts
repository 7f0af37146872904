// The progress of a list, in words.

import type { Todo } from "../../generated/agent_todos_bg.js";
import type { Say } from "./labels.js";

type Todos = readonly Readonly<Todo>[];

/** Returns whether a todo is done or skipped. */
export const isSettled = ({ status }: Readonly<Todo>): boolean =>
	status === "done" || status === "skipped";

/** Returns how many todos have a status. */
export const countStatus = (todos: Todos, wanted: Todo["status"]): number =>
	todos.filter(({ status }) => status === wanted).length;

/** Describes the progress of a list. A skipped todo does not count as done. */
export function describeProgress(todos: Todos, say: Say): string {
	const all = todos.length;
	const done = countStatus(todos, "done");
	const skipped = countStatus(todos, "skipped");
	if (skipped === 0) return say("count", { done, all });
	const open = all - done - skipped;
	return [
		say("countDone", { count: done }),
		say("countSkipped", { count: skipped }),
		...(open > 0 ? [say("countOpen", { count: open })] : []),
	].join(", ");
}

/** Describes what is in progress or comes next. */
export function describeCurrent(todos: Todos, say: Say): string {
	const doing = todos.find(({ status }) => status === "doing");
	if (doing) return doing.activeForm ?? doing.content;
	const next = todos.find((todo) => !isSettled(todo));
	if (next) return say("next", { todo: next.content });
	const isSkipped = countStatus(todos, "skipped") > 0;
	return say(todos.length === 0 ? "empty" : isSkipped ? "over" : "finished");
}
