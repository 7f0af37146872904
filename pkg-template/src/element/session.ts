// One list while the element shows it: its past, and what a person does to it. Rows and the time slider keep their
// session, so that an open form acts on the list that it was opened for.

import type {
	Author,
	Outcome,
	Snapshot,
	StoreChange,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import type { FollowerMethod } from "../connect/methods.js";
import { type Change, Ledger } from "./ledger.js";
import type { List } from "./source.js";

/** How a session reports to the element. */
export interface SessionEvents {
	/** Something that is shown may be different. */
	readonly changed: () => void;
	readonly happened: (changes: readonly Change[], by: Author) => void;
	/** The list is empty, and was perhaps deleted: nothing of what it held may be shown any more. */
	readonly emptied: () => void;
	/** A call was answered: with an error, or without one. */
	readonly answered: (error: unknown) => void;
}

export class Session {
	readonly list: List;
	/** The revision that the person sees: their verdicts and answers are about what it showed. */
	shown = 0;
	/** The notes of the calls that changed a todo, by its key. */
	readonly notes = new Map<string, string>();
	ledger = new Ledger();
	#events: SessionEvents | undefined;
	/** Up to which revision notes were shown. */
	#noted = 0;
	/** The todo that the person is moving. */
	#moving: string | undefined;
	/** The changes since the history was requested, until it arrives. */
	#meanwhile: Parameters<Ledger["record"]>[] | undefined;
	#leave = () => {};

	constructor(list: List, events: SessionEvents) {
		this.list = list;
		this.#events = events;
	}

	/** Follows the list, until `leave()`. What is known of its past is kept, unless the list changed meanwhile. */
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

	/** Starts with the current list, and reads its history. */
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
		} catch {} // The list does not allow it. Later changes are still seen.
		// It was called again meanwhile.
		if (meanwhile !== this.#meanwhile) return;
		this.#meanwhile = undefined;
		const [oldest, ...later] = history.filter(
			(snapshot) => snapshot.revision <= revision,
		);
		if (!oldest) return;
		const ledger = new Ledger();
		// The oldest snapshot does not say who made its todos what they are.
		ledger.begin(oldest.todos, oldest.revision);
		for (const snapshot of later) ledger.record(snapshot);
		ledger.replan = undefined;
		for (const change of meanwhile) ledger.record(...change);
		this.ledger = ledger;
		this.#events?.changed();
	}

	#record({ by }: StoreChange): void {
		const { todos, revision } = this.list;
		if (todos.length === 0) {
			this.#events?.emptied();
			return;
		}
		const snapshot = { revision, by, at: Date.now(), todos };
		this.#meanwhile?.push([snapshot, this.#moving]);
		const changes = this.ledger.record(snapshot, this.#moving);
		for (const change of changes) this.notes.delete(change.todo.key);
		this.#events?.happened(changes, by);
		this.#events?.changed();
	}

	/** Keeps a call's notes for the rows that it changed. Returns whether there are any. */
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

	/** Changes the list as the person. Reports an error, and then returns undefined. */
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

	/** Moves a todo to a place, which is then its id. */
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
}
