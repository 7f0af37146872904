// What changed on a list since it was last shown, from the decisions that the core records.

import type {
	Author,
	Decision,
	Todo,
} from "../../../generated/agent_todos_bg.js";
import type { ShownList } from "./source.js";
import { isSettled } from "./tree.js";

/** One thing that changed. */
export interface TodoChange {
	readonly what: "added" | "removed" | "moved" | "status" | "text" | "approved";
	readonly by: Author;
	readonly todo: Readonly<Todo>;
	/** The todo as it was before, if it was on the list. */
	readonly was: Readonly<Todo> | undefined;
}

/** How a model changed the plan itself, and not its progress. */
export interface Replan {
	readonly added: ReadonlySet<string>;
	/** The former texts, by key. */
	readonly reworded: ReadonlyMap<string, string>;
	readonly removed: readonly Readonly<Todo>[];
}

/** A list as it was shown. */
export type ListAtRevision = Pick<ShownList, "todos" | "revision">;

/** What a reader sees of a decision on each aspect. An aspect that no reader sees is missing. */
export const changeBy: Readonly<
	Partial<Record<Decision["aspect"], TodoChange["what"]>>
> = {
	presence: "added",
	state: "status",
	blockedBy: "status",
	content: "text",
	activeForm: "text",
	description: "text",
	priority: "text",
	place: "moved",
};

/** Returns the decisions on each todo, by its key. */
export function readDecisions(
	list: ShownList,
): ReadonlyMap<string, Decision[]> {
	const decisions = new Map<string, Decision[]>();
	for (const decision of list.decisions()) {
		const { key } = decision;
		decisions.set(key, [...(decisions.get(key) ?? []), decision]);
	}
	return decisions;
}

/** Returns the most important change of each todo. `by` is the author of the latest revision. */
export function readChanges(
	{ todos, revision }: ListAtRevision,
	list: ShownList,
	by: Author,
): readonly TodoChange[] {
	const changes: TodoChange[] = [];
	const before = new Map(todos.map((todo) => [todo.key, todo]));
	const decisions = readDecisions(list);
	for (const todo of list.todos) {
		const was = before.get(todo.key);
		before.delete(todo.key);
		const known = decisions.get(todo.key) ?? [];
		const decided = known.filter((decision) => decision.revision > revision);
		const find = (what: TodoChange["what"]) =>
			decided.find(({ aspect }) => changeBy[aspect] === what);
		const add = (what: TodoChange["what"], decision = find(what)) =>
			changes.push({ what, by: decision?.by ?? by, todo, was });
		if (!was) add("added");
		else if (todo.approved && !was.approved) add("approved", find("added"));
		else {
			const what = (["status", "text", "moved"] as const).find(find);
			if (what) add(what);
		}
	}
	for (const todo of before.values())
		changes.push({ what: "removed", by, todo, was: todo });
	return changes;
}

/**
 * Returns how a model or an agent changed the plan: now, or `before` if these changes are progress.
 * Anybody's approval ends it, and so does archiving todos.
 */
export function updateReplan(
	changes: readonly TodoChange[],
	before: Replan | undefined,
): Replan | undefined {
	const added = new Set<string>();
	const reworded = new Map<string, string>();
	const removed: Readonly<Todo>[] = [];
	for (const { what, by, todo, was } of changes) {
		if (by !== "model" && by !== "agent") continue;
		if (!was) added.add(todo.key);
		else if (what === "removed") removed.push(todo);
		else if (was.content !== todo.content) reworded.set(todo.key, was.content);
	}
	if (added.size > 0 || !removed.every(isSettled))
		return { added, reworded, removed };
	const isApproved = changes.some(({ what }) => what === "approved");
	return removed.length > 0 || isApproved ? undefined : before;
}
