// Reads what a host sets. What cannot be shown throws an error that says so, so no panel stays
// blank.

import type { Status, Todo } from "../../generated/agent_todos_bg.js";
import { check, refuse } from "../arguments/check.js";
import { copyOwn, isObject } from "../arguments/options.js";
import type { Labels } from "./labels.js";
import type { TodosMode, TodosState } from "./mode.js";

/**
 * A todo as most todo tools write it: what LangChain's middleware keeps in `state.todos`, and
 * `Conversation.todos()` returns.
 */
export interface PlainTodo {
	/** What is to be done. */
	readonly content: string;
	/** How far it is. */
	readonly status:
		| Status
		| "pending"
		| "in_progress"
		| "completed"
		| "cancelled"
		| "canceled";
}

/** The statuses, by the words for them. */
const statuses = new Map<unknown, Status>([
	["todo", "todo"],
	["pending", "todo"],
	["doing", "doing"],
	["in_progress", "doing"],
	["done", "done"],
	["completed", "done"],
	["skipped", "skipped"],
	["cancelled", "skipped"],
	["canceled", "skipped"],
]);

/** Returns todos as the element shows them. Throws `invalid_argument` if one cannot be shown. */
export function readTodos(todos: Iterable<Todo | PlainTodo>): Todo[] {
	if (
		typeof todos === "string" ||
		typeof Object(todos)[Symbol.iterator] !== "function"
	)
		refuse("todos", "an array of todos");
	return Array.from(todos, readTodo);
}

function readTodo(todo: Todo | PlainTodo, place: number): Todo {
	const {
		key,
		content,
		status: word,
	} = isObject(todo) ? copyOwn(todo as Todo) : {};
	const status = statuses.get(word);
	if (typeof content !== "string" || status === undefined)
		refuse(
			`todos[${place}]`,
			`a todo: { content, status }, with the status ${[...statuses.keys()].join(", ")}`,
		);
	return typeof key === "string" && status === word
		? (todo as Todo)
		: { ...todo, id: place + 1, key: `${place}`, content, status, revision: 0 };
}

/** Throws `invalid_argument` unless the element can show it as its `list`. */
export const checkSource = (list: unknown): void =>
	check(
		list,
		"list",
		(value) =>
			(typeof Object(value).subscribe !== "function" ||
				!Array.isArray(Object(value).todos)) &&
			`a TodoStore or a follower${Array.isArray(value) ? ": an array of todos is shown by `todos`" : ""}`,
	);

/** Throws `invalid_argument` unless it has labels. */
export const checkLabels = (labels: Labels): void =>
	check(
		labels,
		"labels",
		(value) =>
			(!isObject(value) || Array.isArray(value)) &&
			"an object of texts, as labels/de.json has",
	);

const modes: readonly string[] = [
	"line",
	"list",
	"review",
	"sites",
] satisfies TodosMode[];

export const isMode = (value: unknown): value is TodosMode =>
	modes.includes(value as string);

/** Throws `invalid_argument` for another state. */
export const checkState = (state: TodosState): void =>
	check(
		state,
		"state",
		(value) => value !== "working" && value !== "idle" && "working, idle",
	);

/** Throws `invalid_argument` for another mode. */
export const checkMode = (mode: TodosMode): void =>
	check(mode, "mode", (value) => !isMode(value) && modes.join(", "));
