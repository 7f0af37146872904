// What the snapshots of a list say about its todos: who changed each last and when, how long it took, and what a new plan
// changed.

import type { Author, Snapshot, Todo } from "../../generated/agent_todos_bg.js";

type Todos = Snapshot["todos"];

/** What is known of one todo. A new object for each change, so that a row can tell whether to redraw itself. */
export interface Entry {
	/** Who changed it last, and in which revision. */
	readonly by: Author;
	readonly revision: number;
	/** For how many milliseconds it was in progress, without the time since `since`. */
	readonly took: number;
	/** Since when it is in progress, in milliseconds since 1970. */
	readonly since: number | undefined;
}

/** One thing that a revision changed. */
export interface Change {
	readonly what: "added" | "removed" | "moved" | "status" | "text" | "approved";
	readonly todo: Readonly<Todo>;
}

/** How a model changed the plan itself, and not its progress. */
export interface Replan {
	readonly added: ReadonlySet<string>;
	/** The former texts, by key. */
	readonly reworded: ReadonlyMap<string, string>;
	readonly removed: Todos;
}

export const isSettled = ({ status }: Readonly<Todo>): boolean =>
	status === "done" || status === "skipped";

export class Ledger {
	readonly entries = new Map<string, Entry>();
	replan: Replan | undefined;
	#todos = new Map<string, Readonly<Todo>>();
	/** The latest recorded revision. */
	revision: number | undefined;

	/** Starts with a list, without an author of its todos. */
	begin(todos: Todos, revision: number): void {
		this.#todos = byKey(todos);
		this.revision = revision;
	}

	/** Records a revision, and returns what it changed. `moved` is the key of the todo that was moved, if it is known. */
	record(
		{ revision, by, at, todos }: Snapshot,
		moved?: string,
	): readonly Change[] {
		const before = this.#todos;
		const now = byKey(todos);
		const changes = differences(before, now, moved);
		const note = (key: string, took: number, since: number | undefined) =>
			this.entries.set(key, { by, revision, took, since });
		for (const { what, todo } of changes) {
			const { key } = todo;
			const { took = 0, since } = this.entries.get(key) ?? {};
			const isDoing = todo.status === "doing";
			// Approving a todo does not change it.
			if (what === "approved") continue;
			if (what === "removed") this.entries.delete(key);
			else if (isDoing) note(key, took, since ?? (at || undefined));
			else note(key, took + (since && at ? at - since : 0), undefined);
		}
		this.#replanned(before, changes, by);
		this.#todos = now;
		this.revision = revision;
		return changes;
	}

	#replanned(
		before: ReadonlyMap<string, Readonly<Todo>>,
		changes: readonly Change[],
		by: Author,
	): void {
		if (before.size === 0 || (by !== "model" && by !== "run")) return;
		const added = new Set<string>();
		const reworded = new Map<string, string>();
		const removed: Readonly<Todo>[] = [];
		for (const { what, todo } of changes) {
			const was = before.get(todo.key);
			if (what === "added") added.add(todo.key);
			else if (what === "removed") removed.push(todo);
			else if (was && was.content !== todo.content)
				reworded.set(todo.key, was.content);
		}
		const isArchived = added.size === 0 && removed.every(isSettled);
		if (added.size + reworded.size + removed.length > 0 && !isArchived)
			this.replan = { added, reworded, removed };
		else if (isArchived && removed.length > 0) this.replan = undefined;
	}
}

const byKey = (todos: Todos): Map<string, Readonly<Todo>> =>
	new Map(todos.map((todo) => [todo.key, todo]));

const states = ["status", "waiting", "question", "blockedBy", "claimed"];
const texts = [
	"content",
	"activeForm",
	"description",
	"priority",
	"reason",
	"evidence",
	"owner",
];

/** Whether two todos are equal but for their place. Todos of another context are never the same object. */
export const isAlike = (
	a: Readonly<Todo>,
	b: Readonly<Todo>,
	fields: readonly string[] = [...states, ...texts, "approved"],
): boolean =>
	a === b ||
	fields.every((field) => a[field as keyof Todo] === b[field as keyof Todo]);

function differences(
	before: ReadonlyMap<string, Readonly<Todo>>,
	now: ReadonlyMap<string, Readonly<Todo>>,
	moved: string | undefined,
): Change[] {
	const changes: Change[] = [];
	let farthest: Readonly<Todo> | undefined;
	let distance = 0;
	for (const todo of now.values()) {
		const was = before.get(todo.key);
		if (was === todo) continue;
		if (!was) changes.push({ what: "added", todo });
		else if (!isAlike(was, todo, states))
			changes.push({ what: "status", todo });
		else if (!isAlike(was, todo, texts)) changes.push({ what: "text", todo });
		else if (was.approved !== todo.approved && todo.approved)
			changes.push({ what: "approved", todo });
		const by = was ? Math.abs(was.id - todo.id) : 0;
		if (by > distance) [farthest, distance] = [todo, by];
	}
	for (const todo of before.values())
		if (!now.has(todo.key)) changes.push({ what: "removed", todo });
	// Where todos were added or removed, the others moved with them.
	const isOther = now.size !== before.size || changes.length > 0;
	const todo = (moved && now.get(moved)) || farthest;
	if (!isOther && todo && farthest) changes.push({ what: "moved", todo });
	return changes;
}
