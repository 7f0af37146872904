// `agent-todos/plan`: the list in the forms that other programs draw, as pure functions of one snapshot or two. It needs no
// WebAssembly. A snapshot is what `getAll()` returns, of a store or of a follower.
//
// AG-UI: an activity message whose content is `{ todos }`, first whole and then by JSON Patch (RFC 6902).
// ACP: a plan, which is always whole; version 1 of the protocol, and the draft of version 2.

import type { Priority, Todo } from "../generated/agent_todos_bg.js";
import { checkObject, refuse } from "./check.js";
import { readTodos } from "./connect/message.js";

export type { Priority, Status, Todo } from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/snippets.js";

/** A list at one moment. */
export type Todos = readonly Todo[];

// AG-UI --------------------------------------------------------------------------------------------------------------------------

/** Which activity message the events are about. */
export interface ActivityOptions {
	/** The id of the activity message, the same for all events of one list. */
	readonly messageId: string;
	/** What kind of activity a UI takes it for. Default `"PLAN"`. */
	readonly activityType?: string | undefined;
}

/** A todo in an activity: where it stands is its place in the array, so it has no `id`. */
export type ActivityTodo = Omit<Todo, "id">;

/** AG-UI's `ACTIVITY_SNAPSHOT`. */
export interface ActivitySnapshot {
	type: "ACTIVITY_SNAPSHOT";
	messageId: string;
	activityType: string;
	content: { todos: ActivityTodo[] };
	replace: true;
}

/** One step of a JSON Patch. */
export type PatchOperation =
	| { op: "add" | "replace"; path: string; value: unknown }
	| { op: "remove"; path: string }
	| { op: "move"; from: string; path: string };

/** AG-UI's `ACTIVITY_DELTA`. */
export interface ActivityDelta {
	type: "ACTIVITY_DELTA";
	messageId: string;
	activityType: string;
	patch: PatchOperation[];
}

/**
 * The list as a whole: the event to send first, and to whoever comes later.
 *
 * Throws `invalid_argument` for what is no list of todos and for options that are none.
 */
export function activitySnapshot(
	todos: Todos,
	options: ActivityOptions,
): ActivitySnapshot {
	return {
		type: "ACTIVITY_SNAPSHOT",
		...checkedOptions(options, "activitySnapshot()"),
		content: { todos: withoutIds(todos, "activitySnapshot(): todos") },
		replace: true,
	};
}

/**
 * What became of a list, for those who know what it was; undefined where both are the same. A todo that others move past is not in
 * it.
 *
 * Throws `invalid_argument` for what is no list of todos and for options that are none.
 */
export function activityDelta(
	before: Todos,
	after: Todos,
	options: ActivityOptions,
): ActivityDelta | undefined {
	const about = checkedOptions(options, "activityDelta()");
	const patch = difference(
		withoutIds(before, "activityDelta(): before"),
		withoutIds(after, "activityDelta(): after"),
	);
	if (patch.length === 0) return undefined;
	return { type: "ACTIVITY_DELTA", ...about, patch };
}

function checkedOptions(options: ActivityOptions, what: string) {
	checkObject(options, `${what}: options`);
	const { messageId, activityType = "PLAN" } = options;
	return {
		messageId: checkedText(messageId, `${what}: messageId`),
		activityType: checkedText(activityType, `${what}: activityType`),
	};
}

function checkedText(value: unknown, what: string): string {
	return typeof value === "string" ? value : refuse(what, "a string");
}

function checkedTodos(todos: Todos, what: string): Todos {
	return readTodos(todos) ?? refuse(what, "todos, as getAll() returns them");
}

function withoutIds(todos: Todos, what: string): ActivityTodo[] {
	return checkedTodos(todos, what).map(({ id, ...todo }) => todo);
}

/** The steps from one list to another: first what leaves, then what moves, then what comes, then what changed in place. */
function difference(before: ActivityTodo[], after: ActivityTodo[]) {
	const patch: PatchOperation[] = [];
	const keys = after.map(({ key }) => key);
	const known = new Map(before.map((todo) => [todo.key, todo]));
	const present = new Set(keys);
	const order = before.map(({ key }) => key);
	for (let place = order.length - 1; place >= 0; place--)
		if (!present.has(order[place] as string)) {
			patch.push({ op: "remove", path: pathOf(place) });
			order.splice(place, 1);
		}
	const staying = keys.filter((key) => known.has(key));
	const unmoved = inOrder(order.map((key) => staying.indexOf(key)));
	for (const [place, key] of staying.entries())
		if (!unmoved.has(place)) {
			const from = order.indexOf(key);
			order.splice(from, 1);
			// All that stand before it in the end are in that order by now.
			const to =
				place === 0 ? 0 : order.indexOf(staying[place - 1] as string) + 1;
			order.splice(to, 0, key);
			if (from !== to)
				patch.push({ op: "move", from: pathOf(from), path: pathOf(to) });
		}
	for (const [place, todo] of after.entries())
		if (!known.has(todo.key))
			patch.push({ op: "add", path: pathOf(place), value: todo });
	for (const [place, todo] of after.entries()) {
		const was = known.get(todo.key);
		if (was !== undefined) patch.push(...changes(was, todo, pathOf(place)));
	}
	return patch;
}

const pathOf = (place: number) => `/todos/${place}`;

/** The numbers of a longest run of rising ones among these: what need not move. */
function inOrder(numbers: readonly number[]): Set<number> {
	// For each length of a run, the place of the lowest number that ends one; and for each number, the place of the one before it.
	const ends: number[] = [];
	const previous: (number | undefined)[] = [];
	for (const [place, number] of numbers.entries()) {
		let length = ends.findIndex((end) => (numbers[end] as number) > number);
		if (length < 0) length = ends.length;
		previous.push(ends[length - 1]);
		ends[length] = place;
	}
	const run = new Set<number>();
	for (let place = ends.at(-1); place !== undefined; place = previous[place])
		run.add(numbers[place] as number);
	return run;
}

/** What changed in a todo. */
function changes(
	was: ActivityTodo,
	todo: ActivityTodo,
	path: string,
): PatchOperation[] {
	const names = new Set([...Object.keys(was), ...Object.keys(todo)]);
	const patch: PatchOperation[] = [];
	for (const name of names as Set<keyof ActivityTodo>) {
		const value = todo[name];
		if (JSON.stringify(was[name]) === JSON.stringify(value)) continue;
		const at = `${path}/${name}`;
		if (value === undefined) patch.push({ op: "remove", path: at });
		else
			patch.push({
				op: was[name] === undefined ? "add" : "replace",
				path: at,
				value,
			});
	}
	return patch;
}

// ACP ----------------------------------------------------------------------------------------------------------------------------

/** One entry of a plan. What is blocked is pending; version 1 has no word for what was skipped, and it is completed there. */
export interface AcpPlanEntry<Status extends string> {
	content: string;
	priority: Priority;
	status: Status;
}

/** The `update` of a `session/update` of ACP 1. */
export interface AcpPlan {
	sessionUpdate: "plan";
	entries: AcpPlanEntry<"pending" | "in_progress" | "completed">[];
}

/** The `update` of a `session/update` of the draft of ACP 2. */
export interface AcpPlanV2 {
	sessionUpdate: "plan_update";
	plan: {
		type: "items";
		planId: string;
		entries: AcpPlanEntry<
			"pending" | "in_progress" | "completed" | "cancelled"
		>[];
	};
}

/**
 * The plan to send to a client of ACP 1 after a change: all of it. Undefined where the client sees no difference, as when only a
 * description changed; `before` is undefined the first time.
 *
 * Throws `invalid_argument` for what is no list of todos.
 */
export function acpPlan(
	before: Todos | undefined,
	after: Todos,
): AcpPlan | undefined {
	const entries = changedEntries(before, after, "acpPlan()", (status) =>
		status === "cancelled" ? "completed" : status,
	);
	return entries && { sessionUpdate: "plan", entries };
}

/**
 * The same for a client of the draft of ACP 2, in which a plan has an id: the same for all updates of one list.
 *
 * Throws `invalid_argument` for what is no list of todos and for an id that is no string.
 */
export function acpPlanV2(
	before: Todos | undefined,
	after: Todos,
	planId: string,
): AcpPlanV2 | undefined {
	checkedText(planId, "acpPlanV2(): planId");
	const entries = changedEntries(before, after, "acpPlanV2()", (word) => word);
	return (
		entries && {
			sessionUpdate: "plan_update",
			plan: { type: "items", planId, entries },
		}
	);
}

const words = {
	todo: "pending",
	doing: "in_progress",
	done: "completed",
	skipped: "cancelled",
} as const;
type Word = (typeof words)[keyof typeof words];

function changedEntries<Status extends string>(
	before: Todos | undefined,
	after: Todos,
	what: string,
	spoken: (word: Word) => Status,
): AcpPlanEntry<Status>[] | undefined {
	const entriesOf = (todos: Todos, name: string) =>
		checkedTodos(todos, `${what}: ${name}`).map(
			({ content, priority = "medium", status }) => ({
				content,
				priority,
				status: spoken(words[status]),
			}),
		);
	const entries = entriesOf(after, "after");
	const isSame =
		before !== undefined &&
		JSON.stringify(entriesOf(before, "before")) === JSON.stringify(entries);
	return isSame ? undefined : entries;
}
