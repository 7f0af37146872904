// What is different from one list to the next, said in words: for the timeline, and for those who hear it.

import type { Todo } from "agent-todos";
import type { Progress } from "./intents";
import { progressOf } from "./intents";
import type { Todos } from "./list-view";
import { statusWords } from "./list-view";

const all = new Intl.ListFormat("en");
/** "todo 3", "todos 3 and 4". */
const named = (todos: Todos) =>
	`todo${todos.length > 1 ? "s" : ""} ${all.format(todos.map(({ id }) => `${id}`))}`;
/** "3 todos", or the text of the one. */
const counted = (todos: Todos) =>
	todos.length === 1
		? `“${shortened(todos[0]?.content ?? "")}”`
		: `${todos.length} todos`;
const shortened = (text: string) =>
	text.length > 50 ? `${text.slice(0, 49).trimEnd()}…` : text;

const becomes: Record<Progress, string> = {
	...statusWords,
	todo: "to do again",
	doing: "in progress",
};
const inOrder: readonly Progress[] = [
	"done",
	"skipped",
	"blocked",
	"todo",
	"doing",
];

/** "todos 1 and 2 done; todo 3 in progress". The ids are those of the later list, as it is the one that is shown. */
export function changesOf(before: Todos, after: Todos): string {
	const was = new Map(before.map((todo) => [todo.key, todo]));
	const stayed = after.filter(({ key }) => was.has(key));
	const added = after.filter(({ key }) => !was.has(key));
	const removed = before.filter(
		({ key }) => !after.some((todo) => todo.key === key),
	);
	if (after.length === 0 && removed.length > 0) return "the list is emptied";

	const said: string[] = [];
	if (removed.length > 0) said.push(`${counted(removed)} taken off`);
	if (added.length > 0) said.push(`${counted(added)} added`);
	const moved = stayed.filter(
		(todo) => progressOf(todo) !== progressOf(was.get(todo.key) ?? todo),
	);
	for (const progress of inOrder) {
		const those = moved.filter((todo) => progressOf(todo) === progress);
		if (those.length > 0) said.push(`${named(those)} ${becomes[progress]}`);
	}
	const reworded = stayed.filter(
		(todo) => textOf(todo) !== textOf(was.get(todo.key) ?? todo),
	);
	if (reworded.length > 0) said.push(`${named(reworded)} said otherwise`);
	return said.join("; ") || "another order";
}

const textOf = ({
	content,
	priority,
	activeForm,
	description,
}: Readonly<Todo>) =>
	JSON.stringify([content, priority, activeForm, description]);
