// How far a list is, in words.

import type { Todo } from "../../generated/agent_todos_bg.js";
import type { Say } from "./labels.js";

type Todos = readonly Readonly<Todo>[];

export const isSettled = ({ status }: Readonly<Todo>): boolean =>
	status === "done" || status === "skipped";

export const countOf = (todos: Todos, wanted: Todo["status"]): number =>
	todos.filter(({ status }) => status === wanted).length;

/** How far the list is. What was skipped is not done. */
export function counted(todos: Todos, say: Say): string {
	const all = todos.length;
	const done = countOf(todos, "done");
	const skipped = countOf(todos, "skipped");
	if (skipped === 0) return say("count", { done, all });
	const open = all - done - skipped;
	return [
		say("countDone", { count: done }),
		say("countSkipped", { count: skipped }),
		...(open > 0 ? [say("countOpen", { count: open })] : []),
	].join(", ");
}

/** What is in progress, or comes next. */
export function current(todos: Todos, say: Say): string {
	const doing = todos.find(({ status }) => status === "doing");
	if (doing) return doing.activeForm ?? doing.content;
	const next = todos.find((todo) => !isSettled(todo));
	if (next) return say("next", { todo: next.content });
	const isSkipped = countOf(todos, "skipped") > 0;
	return say(todos.length === 0 ? "empty" : isSkipped ? "over" : "finished");
}
