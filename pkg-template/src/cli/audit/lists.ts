// Which dialect reads a tool's calls, and the lists that the original tools made of them.

import { type DialectName, type Todo, TodoStore, tools } from "../../node.js";
import { readFields, writeWord } from "./forms.js";
import { parseJson } from "./records.js";

/** The dialects, all of them: the type does not take fewer. */
const dialects = Object.keys({
	todo_manager: 0,
	merge: 0,
	xml_call: 0,
	TodoWrite: 0,
	update_plan: 0,
	write_todos: 0,
	langchain: 0,
	manage_todo_list: 0,
	update_todo_list: 0,
	todo_write: 0,
	Task: 0,
	task_write: 0,
	todowrite: 0,
	qwen: 0,
	task_tracker: 0,
	SetTodoList: 0,
	todos: 0,
	goose: 0,
	snapshot: 0,
	zed: 0,
	chrome_plan: 0,
	kiro: 0,
} satisfies Record<DialectName, 0>) as DialectName[];

/** Names that a tool has in other versions of its program. */
const otherNames: { readonly [name: string]: string } = {
	SetTodoList: "TodoList",
	update_todo: "update_todo_list",
};

/** Each tool of each dialect, with the names of the fields that its calls have. */
let known: { tool: string; dialect: DialectName; names: string[] }[] = [];

/**
 * Returns the dialect that reads a call, if there is one: among those with such a tool, the one
 * whose fields fit best. A call with none of their fields, such as one that was cut off, is read by
 * the more usual one.
 */
export function findDialect(
	tool: string,
	input: unknown,
): DialectName | undefined {
	if (known.length === 0) known = readSchemas();
	const sent = JSON.stringify(parseInput(input) ?? {});
	const fit = ({ names }: { names: string[] }) => {
		const there = names.filter((name) => sent.includes(`"${name}":`)).length;
		return there === 0 ? 0 : there - (names.length - there) / 100;
	};
	const name = Object.hasOwn(otherNames, tool) ? otherNames[tool] : tool;
	const fitting = known.filter((row) => row.tool === name);
	return fitting.sort((a, b) => fit(b) - fit(a))[0]?.dialect;
}

function readSchemas() {
	const store = new TodoStore();
	const rows = dialects.flatMap((dialect) =>
		tools(store, { dialect }).map(({ name: tool, inputSchema }) => {
			const schema = JSON.stringify(inputSchema).matchAll(/"(\w+)":\{/g);
			return { tool, dialect, names: [...schema].map(([, name]) => `${name}`) };
		}),
	);
	store.free();
	return rows;
}

/** Returns the value of the model's JSON text, or undefined if it is not JSON. */
export const parseInput = (input: unknown): unknown =>
	typeof input === "string" ? parseJson(input) : input;

const words: { readonly [status in Todo["status"]]: RegExp } = {
	todo: /^(pending|todo|not.started|blocked)$/,
	doing: /^in.progress$/,
	done: /^(completed|done)$/,
	// The last one of a single todo, by Claude's tools.
	skipped: /^(cancelled|deleted)$/,
};

/** Returns our word for a status of theirs, or undefined if it is not a status. */
export const readStatus = (word: unknown) =>
	Object.entries(words).find(([, theirs]) => theirs.test(writeWord(word)))?.[0];

/**
 * Returns the list after a call of the original tool, as contents and statuses: the one in the log,
 * else the one in the call if the tool replaces the whole list. Undefined if neither is there.
 */
export function readLoggedList(input: unknown, logged: unknown) {
	const { merge, command, ...sent } = readFields(parseInput(input));
	const whole =
		merge === true || command === "view"
			? undefined
			: Object.values(sent).find(Array.isArray);
	const list = logged ?? whole;
	if (!Array.isArray(list)) return undefined;
	const rows = list.map((todo) => {
		const { content, step, title, description, status } = readFields(todo);
		return [content ?? step ?? title ?? description, readStatus(status)];
	});
	return rows.every(([text, status]) => typeof text === "string" && status)
		? JSON.stringify(rows)
		: undefined;
}

/** Returns a list of ours in the form of `readLoggedList`. */
export const listTodos = (todos: readonly Todo[]) =>
	JSON.stringify(todos.map(({ content, status }) => [content, status]));
