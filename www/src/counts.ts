// How far a list is, in a few words.

import type { Todo } from "agent-todos";

const inOrder = ["done", "skipped", "doing", "todo"] as const;
const words = {
	done: "done",
	skipped: "skipped",
	doing: "in progress",
	todo: "open",
} as const;

/** "3 done, 1 in progress, 4 open"; for an empty list "no todos yet". */
export function countsOf(todos: ReadonlyArray<Readonly<Todo>>): string {
	const parts = inOrder
		.map((wanted) => ({
			wanted,
			count: todos.filter(({ status }) => status === wanted).length,
		}))
		.filter(({ count }) => count > 0)
		.map(({ wanted, count }) => `${count} ${words[wanted]}`);
	return parts.length > 0 ? parts.join(", ") : "no todos yet";
}
