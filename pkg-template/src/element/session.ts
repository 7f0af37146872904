// One list for as long as the element shows it: what is known of its past, and what a person does to it. Rows and the time slider
// hold their session, so that whatever is open in them acts on the list that it was opened for.

import type {
	Author,
	Outcome,
	Snapshot,
	StoreChange,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import type { FollowerMethod } from "../connect/owner.js";
import { type Change, isAlike, Ledger } from "./ledger.js";
import type { List } from "./source.js";

/** What the element hears of the list that it shows. */
export interface SessionEvents {
	/** Something that is shown may be different. */
	readonly changed: () => void;
	readonly happened: (changes: readonly Change[], by: Author) => void;
	/** A call was answered: with an error, or without one. */
	readonly answered: (error: unknown) => void;
}

const editable = ["content", "priority", "activeForm", "description"] as const;

export class Session {
	readonly list: List;
	/** By key, what a call was repaired in. */
	readonly notes = new Map<string, string>();
	ledger = new Ledger();
	#events: SessionEvents | undefined;
	/** Up to which revision notes were shown. */
	#noted = 0;
	/** The todo that the person is moving. */
	#moving: string | undefined;
	/** What changed since the history was asked for, until it comes. */
	#meanwhile: Parameters<Ledger["record"]>[] | undefined;
	#leave = () => {};

	constructor(list: List, events: SessionEvents) {
		this.list = list;
		this.#events = events;
	}

	/** Follows the list, until it is left. What is known of it is kept, unless it changed unheard. */
	listen(): void {
		const { list } = this;
		this.leave();
		this.#leave = list.subscribe((change) => this.#record(change));
		if (this.ledger.revision !== list.revision) void this.#recall();
		this.#events?.changed();
	}

	leave(): void {
		this.#leave();
		this.#leave = () => {};
	}

	/** Leaves it for good: nothing that comes later is reported. */
	end(): void {
		this.leave();
		this.#events = undefined;
	}

	/** Begins with the list as it is, and reads up on what was before. */
	async #recall(): Promise<void> {
		const { list } = this;
		const { revision, todos } = list;
		this.ledger = new Ledger();
		this.ledger.begin(todos, revision);
		this.notes.clear();
		this.#noted = revision;
		const meanwhile: Parameters<Ledger["record"]>[] = [];
		this.#meanwhile = meanwhile;
		let history: readonly Snapshot[] = [];
		try {
			history = await list.call("history");
		} catch {} // A list that may only be looked at: what is changed from now on is still seen.
		// It began anew since.
		if (meanwhile !== this.#meanwhile) return;
		this.#meanwhile = undefined;
		const [oldest, ...later] = history.filter(
			(snapshot) => snapshot.revision <= revision,
		);
		if (!oldest) return;
		const ledger = new Ledger();
		// Who made the oldest what it is, it does not say.
		ledger.begin(oldest.todos, oldest.revision);
		for (const snapshot of later) ledger.record(snapshot);
		ledger.replan = undefined;
		for (const change of meanwhile) ledger.record(...change);
		this.ledger = ledger;
		this.#events?.changed();
	}

	#record({ by }: StoreChange): void {
		const { todos, revision } = this.list;
		const snapshot = { revision, by, at: Date.now(), todos };
		this.#meanwhile?.push([snapshot, this.#moving]);
		const changes = this.ledger.record(snapshot, this.#moving);
		for (const change of changes) this.notes.delete(change.todo.key);
		this.#events?.happened(changes, by);
		this.#events?.changed();
	}

	/** Keeps a call's notes for the rows that it changed. Returns whether there are such. */
	note({ notes, revision }: Pick<Outcome, "notes" | "revision">): boolean {
		const from = this.#noted;
		this.#noted = revision;
		if (notes.length === 0) return true;
		const changed = [...this.ledger.entries].filter(
			([, entry]) =>
				entry.by === "model" &&
				entry.revision > from &&
				entry.revision <= revision,
		);
		for (const [key] of changed) {
			// A note names its item, where there are several.
			const content = this.todo(key)?.content ?? "";
			const own = notes.filter((note) => note.includes(content));
			this.notes.set(key, (own.length > 0 ? own : notes).join("\n"));
		}
		return changed.length > 0;
	}

	todo(key: string): Readonly<Todo> | undefined {
		return this.list.todos.find((todo) => todo.key === key);
	}

	/** Changes the list as the person. Reports what was refused, and returns what came of the rest. */
	async call<Method extends FollowerMethod>(
		method: Method,
		...args: Parameters<TodoStore[Method]>
	): Promise<{ value: ReturnType<TodoStore[Method]> } | undefined> {
		try {
			const value = await this.list.call(method, ...args);
			this.#events?.answered(undefined);
			return { value };
		} catch (error) {
			this.failed(error);
			return undefined;
		}
	}

	failed(error: unknown): void {
		this.#events?.answered(error ?? new Error());
	}

	/** Puts a todo back that the last plan dropped. */
	async restoreDropped(key: string): Promise<void> {
		const { replan } = this.ledger;
		const todo = replan?.removed.find((todo) => todo.key === key);
		if (!replan || !todo || !(await this.restore(todo))) return;
		const { replan: now } = this.ledger;
		if (!now) return;
		const removed = now.removed.filter((todo) => todo.key !== key);
		const isOver =
			removed.length === 0 && now.added.size === 0 && now.reworded.size === 0;
		this.ledger.replan = isOver ? undefined : { ...now, removed };
		this.#events?.changed();
	}

	/** Moves a todo so that it has that id then. */
	async move(
		{ key, id }: Readonly<Todo>,
		place: number,
	): Promise<object | undefined> {
		const to = Math.max(1, Math.min(place, this.list.todos.length));
		if (to === id) return {};
		this.#moving = key;
		try {
			return await this.call("move", key, to > id ? to : to - 1);
		} finally {
			this.#moving = undefined;
		}
	}

	/**
	 * One todo as it was: where it is still on the list, what differs is changed back; else it is added where it stood.
	 * Returns whether it is there.
	 */
	async restore(was: Readonly<Todo>): Promise<boolean> {
		const { todos } = this.list;
		const { content, status } = was;
		let now = this.todo(was.key);
		if (!now) {
			const known = new Set(todos.map(({ key }) => key));
			const place = Math.min(was.id - 1, todos.length);
			if (!(await this.call("addAfterPosition", place, [content])))
				return false;
			// Others may have come, too.
			now = this.list.todos.find(
				(todo) => !known.has(todo.key) && todo.content === content,
			);
		}
		if (!now) return false;
		const { key } = now;
		const before = editable.map((field) => [field, was[field] ?? null]);
		if (
			!isAlike(was, now, editable) &&
			!(await this.call("edit", key, Object.fromEntries(before)))
		)
			return true;
		if (status === now.status && was.reason === now.reason) return true;
		if (status === "done") await this.call("complete", key);
		else if (status === "skipped") await this.call("skip", key, was.reason);
		else if (status === "doing") await this.call("markDoing", key);
		else await this.call("reopen", key);
		return true;
	}
}
