// One list while the element shows it: what is new in it, and what a person does to it. Rows and the time slider keep their
// session, so that an open form acts on the list that it was opened for.

import type {
	Outcome,
	StoreChange,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import type { FollowerMethod } from "../connect/methods.js";
import {
	type Change,
	type Replan,
	readChanges,
	type Shown,
	updateReplan,
} from "./news.js";
import type { TodoList } from "./source.js";

/** How a session reports to the element. */
export interface SessionEvents {
	/** Something that is shown may have changed. */
	readonly changed: () => void;
	readonly happened: (changes: readonly Change[]) => void;
	/** The list is empty and may have been deleted: none of its former content may be shown. */
	readonly emptied: () => void;
	/** A call was answered: with an error, or without one. */
	readonly answered: (error: unknown) => void;
}

export class Session {
	readonly list: TodoList;
	/** The revision that the person sees: their verdicts and answers are about what it showed. */
	shown = 0;
	/** The notes of the calls that changed a todo, by its key. */
	readonly notes = new Map<string, string>();
	/** How a model changed the plan, until the person dismisses it. */
	replan: Replan | undefined;
	#events: SessionEvents | undefined;
	/** The revision up to which notes were shown. */
	#noted = 0;
	/** The list when its changes were last reported. */
	#shown: Shown = { todos: [], revision: -1 };
	#leave = () => {};

	constructor(list: TodoList, events: SessionEvents) {
		this.list = list;
		this.#events = events;
	}

	/** Follows the list, until `leave()`. Notes and marks are kept, unless the list changed meanwhile. */
	listen(): void {
		const { list } = this;
		this.leave();
		this.#leave = list.subscribe((change) => this.#record(change));
		if (this.#shown.revision !== list.revision) this.#begin();
		this.#events?.changed();
	}

	leave(): void {
		this.#leave();
		this.#leave = () => {};
	}

	/** Leaves the list for good. Nothing is reported any more. */
	end(): void {
		this.leave();
		this.#events = undefined;
	}

	/** Starts with the current list. Nothing on it counts as new. */
	#begin(): void {
		const { todos, revision } = this.list;
		this.#shown = { todos, revision };
		this.#noted = revision;
		this.notes.clear();
		this.replan = undefined;
	}

	#record({ by }: StoreChange): void {
		const { todos, revision } = this.list;
		if (todos.length === 0) {
			this.#events?.emptied();
			return;
		}
		const before = this.#shown;
		const changes = readChanges(before, this.list, by);
		this.#shown = { todos, revision };
		for (const { todo } of changes) this.notes.delete(todo.key);
		// The first plan is not another one.
		if (before.todos.length > 0)
			this.replan = updateReplan(changes, this.replan);
		this.#events?.happened(changes);
		this.#events?.changed();
	}

	/** Keeps a call's notes for the rows that it changed. Returns whether there are any. */
	keepNotes({ notes, revision }: Pick<Outcome, "notes" | "revision">): boolean {
		const from = this.#noted;
		this.#noted = revision;
		if (notes.length === 0) return true;
		const byCall = this.list
			.decisions()
			.filter(
				(decision) =>
					decision.by === "model" &&
					decision.revision > from &&
					decision.revision <= revision,
			);
		const changed = new Set(byCall.map(({ key }) => key));
		for (const key of changed) {
			// A note names its item, where there are several.
			const content = this.findTodo(key)?.content ?? "";
			const own = notes.filter((note) => note.includes(content));
			this.notes.set(key, (own.length > 0 ? own : notes).join("\n"));
		}
		return changed.size > 0;
	}

	findTodo(key: string): Readonly<Todo> | undefined {
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
			this.report(error);
			return undefined;
		}
	}

	report(error: unknown): void {
		this.#events?.answered(error ?? new Error());
	}

	/** Moves a todo to a place, which is then its id. */
	async move(
		{ key, id }: Readonly<Todo>,
		place: number,
	): Promise<object | undefined> {
		const to = Math.max(1, Math.min(place, this.list.todos.length));
		if (to === id) return {};
		return this.call("move", key, to > id ? to : to - 1, {
			revision: this.shown,
		});
	}
}
