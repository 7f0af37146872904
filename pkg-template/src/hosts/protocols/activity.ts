// AG-UI 1.0: the list as an activity message whose content is `{ todos }`, first whole and then by
// JSON Patch (RFC 6902).

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { readOptions } from "../../arguments/check.js";
import { expectText } from "../../arguments/options.js";
import { isEqual } from "../../arguments/values.js";
import { checkTodos } from "../todos.js";

/** Identifies the activity message that the events are about. */
export interface ActivityOptions {
	/** The id of the activity message: the same for all events of one list. */
	readonly messageId: string;
	/** The kind of activity, by which an interface chooses how to show it. Default `"PLAN"`. */
	readonly activityType?: string | undefined;
}

/** A todo in an activity. It has no `id`, because its place in the array is its position. */
export type ActivityTodo = Omit<Todo, "id" | "revision">;

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
type PatchOperation = ActivityDelta["patch"][number];

/** AG-UI's event `ACTIVITY_DELTA`. */
export interface ActivityDelta {
	/** The type of the event. */
	type: "ACTIVITY_DELTA";
	/** The id of the activity message. */
	messageId: string;
	/** The kind of activity. */
	activityType: string;
	/** The changes to the `content` of the last snapshot. */
	patch: (
		| { op: "add" | "replace"; path: string; value: unknown }
		| { op: "remove"; path: string }
	)[];
}

/**
 * Returns the whole list as an event. Send it first, and to every client that connects later.
 *
 * Throws `invalid_argument` if `todos` is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type ActivitySnapshot, activitySnapshot } from "agent-todos/protocols";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const options = { messageId: "todos" };
 * const event: ActivitySnapshot = activitySnapshot(store.getAll(), options);
 * const first = event.content.todos[0];
 * console.log(event.type, first); // → ACTIVITY_SNAPSHOT { key: 't1', content: 'Find a kettle', status: 'todo' }
 * ```
 */
export function activitySnapshot(
	todos: readonly Todo[],
	options: ActivityOptions,
): ActivitySnapshot {
	return {
		type: "ACTIVITY_SNAPSHOT",
		...readActivityOptions(options, "activitySnapshot()"),
		content: { todos: removePlaces(todos, "activitySnapshot(): todos") },
		replace: true,
	};
}

/**
 * Returns the difference between two states of a list as an event, for clients that have the first
 * state; undefined if both are the same. Where todos changed their order, it contains the whole
 * list.
 *
 * Throws `invalid_argument` if an argument is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type ActivityDelta, activityDelta } from "agent-todos/protocols";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const before = store.getAll();
 * store.complete(1);
 * const event: ActivityDelta | undefined = activityDelta(before, store.getAll(), { messageId: "todos" });
 * console.log(event?.patch.map(({ op, path }) => `${op} ${path}`)); // → [ 'replace /todos/0' ]
 * ```
 */
export function activityDelta(
	before: readonly Todo[],
	after: readonly Todo[],
	options: ActivityOptions,
): ActivityDelta | undefined {
	const about = readActivityOptions(options, "activityDelta()");
	const patch = makePatch(
		removePlaces(before, "activityDelta(): before"),
		removePlaces(after, "activityDelta(): after"),
	);
	return patch.length === 0
		? undefined
		: { type: "ACTIVITY_DELTA", ...about, patch };
}

const readActivityOptions = (options: ActivityOptions, what: string) =>
	readOptions(options, what, {
		messageId: expectText,
		activityType: [expectText, "PLAN"],
	});

function removePlaces(todos: readonly Todo[], what: string): ActivityTodo[] {
	return checkTodos(todos, what).map(({ id, revision, ...todo }) => todo);
}

/**
 * Returns the patch: first the removals, then what is new or has changed; the whole list, if the
 * order changed.
 */
function makePatch(before: ActivityTodo[], after: ActivityTodo[]) {
	const patch: PatchOperation[] = [];
	const remaining = new Set(after.map(({ key }) => key));
	const rest = before.filter(({ key }) => remaining.has(key));
	for (const [place, { key }] of [...before.entries()].reverse())
		if (!remaining.has(key))
			patch.push({ op: "remove", path: `/todos/${place}` });
	const known = new Set(rest.map(({ key }) => key));
	for (const [place, value] of after.entries()) {
		const path = `/todos/${place}`;
		if (!known.has(value.key)) {
			patch.push({ op: "add", path, value });
			continue;
		}
		const was = rest.shift();
		if (was?.key !== value.key)
			return [{ op: "replace", path: "/todos", value: after } as const];
		if (!isEqual(was, value)) patch.push({ op: "replace", path, value });
	}
	return patch;
}
