// The todos as a person sees them: what each one is shown as, todos under todos, and what is
// folded.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { copyOwn } from "../../arguments/options.js";
import type { Todos } from "../../tools/todos.js";
import type { RowState } from "../dom/icons.js";

const copies = new WeakMap<object, Readonly<Todo>>();

/** Returns the same todo without what a page added to every object: the same copy for each. */
export function dropInherited(todo: Readonly<Todo>): Readonly<Todo> {
	const copy = copies.get(todo) ?? (copyOwn(todo) as Readonly<Todo>);
	copies.set(todo, copy);
	return copy;
}

/** A todo and its steps. */
export interface Item {
	readonly todo: Readonly<Todo>;
	readonly steps: readonly Item[];
}

/** Returns whether a todo is done or skipped. */
export const isSettled = ({ status }: Readonly<Todo>): boolean =>
	status === "done" || status === "skipped";

/** Returns a plan as one text: what is open. */
export const readPlan = (todos: Todos): string =>
	todos
		.filter((todo) => !isSettled(todo))
		.map(({ content }) => content)
		.join("\n");

/** Returns whether a todo was tried and given up. */
export const isFailed = ({ status, failed }: Readonly<Todo>): boolean =>
	status === "skipped" && failed === true;

/** Returns as what a todo is shown. */
export function showAs(
	todo: Readonly<Todo>,
	steps: readonly Item[] = [],
): RowState {
	const { status, claimed, waiting, blockedBy } = todo;
	if (claimed) return "claimed";
	if (waiting) return waiting === "user" ? "waiting" : "event";
	if (isFailed(todo)) return "failed";
	if (isSettled(todo)) return status;
	if (steps.length > 0 && (status === "doing" || countSettled(steps) > 0))
		return "part";
	return status === "todo" && blockedBy?.length ? "blocked" : status;
}

/** How many levels of steps there are below the list. Deeper ones are shown on the last. */
const maxTreeDepth = 2;

/** Returns the todos of the top level, with their steps. */
export function makeTree(todos: Todos): readonly Item[] {
	const items = new Map<string, { todo: Readonly<Todo>; steps: Item[] }>();
	for (const todo of todos) items.set(todo.key, { todo, steps: [] });
	/** Returns the keys of the todos above one, the top one first. */
	const findAbove = ({ key, parent }: Readonly<Todo>): string[] => {
		const above: string[] = [];
		let next = parent;
		while (next && next !== key && !above.includes(next)) {
			const item = items.get(next);
			if (!item) break;
			above.unshift(next);
			next = item.todo.parent;
		}
		return above;
	};
	const top: Item[] = [];
	for (const item of items.values()) {
		const above = findAbove(item.todo);
		const place = above[Math.min(above.length, maxTreeDepth) - 1];
		(items.get(place ?? "")?.steps ?? top).push(item);
	}
	return top;
}

export const countSettled = (items: readonly Item[]): number =>
	items.filter(({ todo }) => isSettled(todo)).length;

/** Returns whether something below is in progress, so that the way to it is open. */
export const leadsToCurrent = ({ steps }: Item): boolean =>
	steps.some((item) => item.todo.status === "doing" || leadsToCurrent(item));

/** Returns how many of the first todos fold into one line: those that are settled, from two on. */
export function countFolded(
	items: readonly Item[],
	stays: (todo: Readonly<Todo>) => boolean,
): number {
	const end = items.findIndex(
		({ todo }) => !isSettled(todo) || isFailed(todo) || stays(todo),
	);
	return end < 2 || end === items.length ? 0 : end;
}
