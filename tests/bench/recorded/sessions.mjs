// Recorded sessions of models, carried out on lists of ours: each call in the order of its result,
// compared with what the original tool did.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Conversation, TodoStore } from "agent-todos";
import { root } from "../../../pkg-template/build/places.mjs";
import {
	findDialect,
	listTodos,
	parseInput,
	readLoggedList,
	readStatus,
} from "./lists.mjs";

/** Returns the folder of recorded sessions, if there is one. */
export function recorded() {
	const folder =
		process.env.AGENT_TODOS_RECORDED ?? join(root, "..", "shared", "recorded");
	return existsSync(folder) ? folder : undefined;
}

/** Returns the events of each session in a folder of logs. */
export function sessionsOf(folder) {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".jsonl") && name !== "reworded.jsonl")
		.flatMap((name) =>
			readFileSync(join(folder, name), "utf8").trim().split("\n"),
		)
		.map((line) => JSON.parse(line).events)
		.filter((events) => events !== undefined);
}

/**
 * Carries out the sessions of a folder. Returns how many `calls` there were and how many of them
 * were `refused`, how many lists and statuses were `compared` with those of the original tool, how
 * many open todos whole lists `dropped`, and how many answers left one of them out
 * (`droppedUnsaid`).
 */
export function carryOutAll(folder) {
	const counts = {
		calls: 0,
		refused: 0,
		compared: 0,
		dropped: 0,
		droppedUnsaid: 0,
	};
	for (const events of sessionsOf(folder)) carryOutSession(events, counts);
	return counts;
}

function carryOutSession(events, counts) {
	const lists = new Map();
	const calls = events.filter(({ kind }) => kind === "call");
	const carryOutNext = (call, result) => {
		const dialect = findDialect(call.name, call.input);
		if (dialect === undefined || result?.isError) return;
		if (!lists.has(dialect))
			lists.set(dialect, new Conversation(new TodoStore(), { dialect }));
		carryOutCall(call, result, lists.get(dialect), counts);
	};
	for (const event of events)
		if (event.kind === "result") {
			const at = calls.findIndex(({ id }) => id === event.id);
			for (const call of at < 0 ? [] : calls.splice(at, 1))
				carryOutNext(call, event);
		} else if (event.kind === "compacted")
			for (const conversation of lists.values()) {
				conversation.compacted();
				conversation.reminder();
			}
	// Those of which the log has no result.
	for (const call of calls) carryOutNext(call, undefined);
	for (const { store } of lists.values()) store.free();
}

function carryOutCall({ name, input }, result, { store, tools }, counts) {
	const isTask = tools.some((tool) => tool.name === "TaskCreate");
	const before = store.getAll();
	const { ok, dropped = [] } = (
		tools.find((tool) => tool.name === name) ?? tools[0]
	).call(isTask ? nameByKey(input) : input);
	const after = store.getAll();
	counts.calls++;
	if (!ok) counts.refused++;
	counts.dropped += dropped.length;

	const theirs = isTask
		? readStatus(result?.statusChange?.to)
		: readLoggedList(input, result?.newTodos);
	if (theirs) {
		counts.compared++;
		const ours = isTask ? findStatus(after, input) : listTodos(after);
		assert.equal(ours, theirs, "the list is as the original tool had it");
	}
	const left = before.filter(
		({ key, status }) =>
			(status === "todo" || status === "doing") &&
			after.every((todo) => todo.key !== key),
	);
	if (!isTask && left.length > dropped.length) counts.droppedUnsaid++;
}

/**
 * Returns a call of Claude's tools that names a task as the tools here do: there ids count up, as
 * keys do here.
 */
function nameByKey(input) {
	const key = (id) => `${id}`.replace(/^#?(?=\d+$)/, "t");
	const named = Object.entries(parseInput(input)).map(([name, value]) => {
		if (name === "taskId") return [name, key(value)];
		const isIds = /^addBlock/.test(name) && Array.isArray(value);
		return [name, isIds ? value.map(key) : value];
	});
	return Object.fromEntries(named);
}

/** Returns the status of the todo that a call of Claude's tools names. */
function findStatus(todos, input) {
	const { taskId } = parseInput(input);
	return todos.find(({ key }) => key === `t${taskId}`)?.status ?? "skipped";
}
