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

/** A list at one moment, as `TodoStore.getAll()` returns it. */
export type Todos = readonly Todo[];

// AG-UI --------------------------------------------------------------------------------------------------------------------------

/** Identifies the activity message that the events are about. */
export interface ActivityOptions {
	/** The id of the activity message: the same for all events of one list. */
	readonly messageId: string;
	/** The kind of activity, by which an interface chooses how to show it. Default `"PLAN"`. */
	readonly activityType?: string | undefined;
}

/** A todo in an activity. It has no `id`: its place in the array is its position. */
export type ActivityTodo = Omit<Todo, "id">;

/** AG-UI's event `ACTIVITY_SNAPSHOT`. */
export interface ActivitySnapshot {
	/** The type of the event. */
	type: "ACTIVITY_SNAPSHOT";
	/** The id of the activity message. */
	messageId: string;
	/** The kind of activity. */
	activityType: string;
	/** The whole list. */
	content: { todos: ActivityTodo[] };
	/** Whether it replaces an earlier snapshot. */
	replace: true;
}

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
	| { op: "add" | "replace"; path: string; value: unknown }
	| { op: "remove"; path: string }
	| { op: "move"; from: string; path: string };

/** AG-UI's event `ACTIVITY_DELTA`. */
export interface ActivityDelta {
	/** The type of the event. */
	type: "ACTIVITY_DELTA";
	/** The id of the activity message. */
	messageId: string;
	/** The kind of activity. */
	activityType: string;
	/** The changes to the `content` of the last snapshot. */
	patch: PatchOperation[];
}

/**
 * Returns the whole list as an event. Send it first, and to every client that connects later.
 *
 * Throws `invalid_argument` if `todos` is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type ActivityOptions, type ActivitySnapshot, activitySnapshot, type Todos } from "agent-todos/plan";
 * import type { ActivityTodo } from "agent-todos/plan";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const todos: Todos = store.getAll();
 * const options: ActivityOptions = { messageId: "todos" };
 * const event: ActivitySnapshot = activitySnapshot(todos, options);
 * const [first]: ActivityTodo[] = event.content.todos;
 * console.log(event.type, first); // → ACTIVITY_SNAPSHOT { key: 't1', content: 'Find a kettle', status: 'todo' }
 * ```
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
 * Returns the difference between two states of a list as an event, for clients that have the first state; undefined
 * if both are the same. A todo that only changed its position because others moved is not part of it.
 *
 * Throws `invalid_argument` if an argument is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type ActivityDelta, activityDelta, type PatchOperation } from "agent-todos/plan";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const before = store.getAll();
 * store.complete(1);
 * const event: ActivityDelta | undefined = activityDelta(before, store.getAll(), { messageId: "todos" });
 * const patch: PatchOperation[] | undefined = event?.patch;
 * console.log(patch); // → [ { op: 'replace', path: '/todos/0/status', value: 'done' } ]
 * ```
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

/**
 * One entry of a plan. A blocked todo is pending. ACP 1 has no status for a skipped todo, which is completed there.
 */
export interface AcpPlanEntry<Status extends string> {
	/** The text of the todo. */
	content: string;
	/** The priority of the todo. Default `"medium"`. */
	priority: Priority;
	/** The status of the todo. */
	status: Status;
}

/** The `update` of a `session/update` in ACP 1. */
export interface AcpPlan {
	/** The kind of update. */
	sessionUpdate: "plan";
	/** The todos, in order. */
	entries: AcpPlanEntry<"pending" | "in_progress" | "completed">[];
}

/** The `update` of a `session/update` in the draft of ACP 2. */
export interface AcpPlanV2 {
	/** The kind of update. */
	sessionUpdate: "plan_update";
	/** The whole plan. */
	plan: {
		type: "items";
		planId: string;
		entries: AcpPlanEntry<
			"pending" | "in_progress" | "completed" | "cancelled"
		>[];
	};
}

/**
 * Returns the whole plan to send to a client of ACP 1 after a change. Returns undefined if the client would see no
 * difference, for example if only a description changed. Pass undefined as `before` the first time.
 *
 * Throws `invalid_argument` if an argument is not a list of todos.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AcpPlan, type AcpPlanEntry, acpPlan } from "agent-todos/plan";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const update: AcpPlan | undefined = acpPlan(undefined, store.getAll());
 * const entries: AcpPlanEntry<string>[] | undefined = update?.entries;
 * console.log(entries); // → [ { content: 'Find a kettle', priority: 'medium', status: 'pending' } ]
 * ```
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
 * Returns the same for a client of the draft of ACP 2, where a plan has an id: the same for all updates of one
 * list.
 *
 * Throws `invalid_argument` if an argument is not a list of todos or the id is not a string.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AcpPlanV2, acpPlanV2 } from "agent-todos/plan";
 *
 * const update: AcpPlanV2 | undefined = acpPlanV2(undefined, new TodoStore().getAll(), "todos");
 * console.log(update?.plan); // → { type: 'items', planId: 'todos', entries: [] }
 * ```
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
