// Which dialect reads a tool's calls, and the lists that the original tools made of them.

import { TodoStore, tools } from "agent-todos";
import { dialects } from "../../../pkg-template/generated/dialects.js";

/** Each tool of each dialect, with the names of the fields that its calls have. */
let known = [];

/**
 * Returns the dialect that reads a call, if there is one: among those with such a tool, the one
 * whose fields fit best. A call with none of their fields, such as one that was cut off, is read by
 * the more usual one.
 */
export function findDialect(tool, input) {
	if (known.length === 0) known = readSchemas();
	const sent = JSON.stringify(parseInput(input));
	const rate = ({ names }) => {
		const there = names.filter((name) => sent.includes(`"${name}":`)).length;
		return there === 0 ? 0 : there - (names.length - there) / 100;
	};
	const fitting = known.filter((row) => row.tool === tool);
	return fitting.sort((a, b) => rate(b) - rate(a))[0]?.dialect;
}

function readSchemas() {
	const store = new TodoStore();
	const names = Object.keys(dialects);
	const rows = names.flatMap((dialect) => {
		const own = tools(store, { dialect }).map(({ name: tool, inputSchema }) => {
			const schema = JSON.stringify(inputSchema).matchAll(/"(\w+)":\{/g);
			return { tool, dialect, names: [...schema].map(([, name]) => `${name}`) };
		});
		// A tool by another name has the fields of the one that writes.
		const others = dialects[dialect].answers.flatMap((tool) =>
			own.slice(0, 1).map((row) => ({ ...row, tool })),
		);
		return [...own, ...others];
	});
	store.free();
	return rows;
}

/** Returns the value of the model's JSON text, or nothing if it is not JSON. */
export function parseInput(input) {
	if (typeof input !== "string") return input;
	try {
		return JSON.parse(input);
	} catch {
		return {};
	}
}

const words = {
	todo: /^(pending|todo|not.started|blocked)$/,
	doing: /^in.progress$/,
	done: /^(completed|done)$/,
	// The last one of a single todo, by Claude's tools.
	skipped: /^(cancelled|deleted)$/,
};

/** Returns our word for a status of theirs, or undefined if it is not a status. */
export const readStatus = (word) =>
	Object.entries(words).find(([, theirs]) => theirs.test(`${word}`))?.[0];

/**
 * Returns the list after a call of the original tool, as contents and statuses: the one in the log,
 * else the one in the call if the tool replaces the whole list. Undefined if neither is there.
 */
export function readLoggedList(input, logged) {
	const { merge, command, ...sent } = parseInput(input);
	const whole =
		merge === true || command === "view"
			? undefined
			: Object.values(sent).find(Array.isArray);
	const list = logged ?? whole;
	if (!Array.isArray(list)) return undefined;
	const rows = list.map((todo) => {
		const { content, step, title, description, status } = todo;
		return [content ?? step ?? title ?? description, readStatus(status)];
	});
	return rows.every(([text, status]) => typeof text === "string" && status)
		? JSON.stringify(rows)
		: undefined;
}

/** Returns a list of ours in the form of `readLoggedList`. */
export const listTodos = (todos) =>
	JSON.stringify(todos.map(({ content, status }) => [content, status]));
