// One list while the element shows it: what is new in it, and what a person does to it. What is
// open keeps its session, so that it acts on the list that it was opened for.

import type {
	HeldDecision,
	Outcome,
	Snapshot,
	StoreChange,
	Todo,
	TodoStore,
} from "../../../generated/agent_todos_bg.js";
import {
	type ListAtRevision,
	type Replan,
	readChanges,
	type TodoChange,
	updateReplan,
} from "./news.js";
import {
	callList,
	type ListMethod,
	type ShownList,
	type TodoMethod,
} from "./source.js";
import { type Shown, showStill } from "./still.js";
import { Times } from "./time.js";

/** How a session reports to the element. */
export interface SessionEvents {
	/** Something that is shown may have changed. */
	readonly changed: () => void;
	readonly listChanged: (
		changes: readonly TodoChange[],
		/** Whether the person has just pressed something here. */
		isOwn: boolean,
	) => void;
	/** The list is empty and may have been deleted: none of its former content may be shown. */
	readonly emptied: () => void;
	/** A call was answered: with an error, or without one. */
	readonly answered: (error: unknown) => void;
	/**
	 * Nothing was done about a todo, as somebody else has changed it since the person was shown it.
	 */
	readonly outdated: (todo: Readonly<Todo>) => void;
	/** The person has changed the list, by this call. */
	readonly did: (deed: Deed) => void;
	/** A write was denied these decisions of people. */
	readonly held: (held: readonly HeldDecision[]) => void;
}

/** What a person did with one press. */
export interface Deed {
	readonly method: ListMethod;
	/** The key of the todo. */
	readonly key: string;
	/** The todo, as the person saw it. */
	readonly todo: Readonly<Todo> | undefined;
	/** The text of a todo that was added. */
	readonly content: string;
	/** Whether it said why. */
	readonly reason: boolean;
	/** The answer that they gave. */
	readonly answer: string | undefined;
	/** The revision of the change. */
	readonly change: number;
}

/** How long what is added to the first plan belongs to it, in milliseconds. */
const firstPlanMs = 1000;

/**
 * The codes of an undo of which nothing is left: the todo was changed since, or the list no longer
 * has the revision, because its worker was started again after a merge.
 */
const nothingLeft: readonly unknown[] = ["changed", "unknown_revision"];

/** The first web address of a text, without the punctuation behind it. */
export const address = /https?:\/\/\S*[^\s.,;:!?)\]}'"»”’]/;

export class ListSession {
	readonly list: ShownList;
	/** The list as the person sees it: what they do is about that. */
	shown: ListAtRevision = { todos: [], revision: 0 };
	/** Whether the person is taking something back. */
	isUndoing = false;
	/** Whether the list stands still. */
	isStill = false;
	/** The notes of the calls that changed a todo, by its key. */
	readonly notes = new Map<string, string>();
	/** How a model changed the plan, until the person dismisses it. */
	replan: Replan | undefined;
	readonly times = new Times();
	/** When the agent was last seen at work, in milliseconds since 1970. */
	signAt: number | undefined;
	/** Whether the agent may still be at it: its program was not started again since. */
	isSignValid = true;
	/** Whether the panel has shown that the follower's run failed. */
	hasNotedFailure = false;
	/** The snapshots of the list, while the person looks at them. */
	history: readonly Snapshot[] | undefined;
	#events: SessionEvents | undefined;
	/** The revision up to which notes were shown. */
	#noted = 0;
	/** When the first plan came, in milliseconds since 1970; 0 if it was there before. */
	#planAt = 0;
	/** How many calls of the person are not answered yet. */
	#calls = 0;
	/** What persons changed meanwhile, by the revisions. */
	readonly #madeChanges = new Map<number, readonly TodoChange[]>();
	/** The list when its changes were last reported. */
	#reported: ListAtRevision = { todos: [], revision: -1 };
	#unsubscribe = () => {};
	/**
	 * The addresses that were asked about since the latest approval, and whether each may be a link.
	 */
	readonly #links = new Map<string, boolean>();
	/** The time of that approval. */
	#linksSince: unknown;

	constructor(list: ShownList, events?: SessionEvents) {
		this.list = list;
		this.#events = events;
	}

	/**
	 * Follows the list, until `leave()`. Notes and marks are kept, unless the list changed meanwhile.
	 */
	listen(): void {
		const { list } = this;
		this.leave();
		this.#unsubscribe = list.subscribe((change) => this.#record(change));
		if (this.#reported.revision !== list.revision) this.#begin();
		this.#events?.changed();
	}

	leave(): void {
		this.#unsubscribe();
		this.#unsubscribe = () => {};
	}

	/** Leaves the list for good. Nothing is reported any more. */
	end(): void {
		this.leave();
		this.#events = undefined;
		this.history = undefined;
	}

	/** Whether its list is still shown. */
	get isOver(): boolean {
		return this.#events === undefined;
	}

	/** Starts with the current list. Nothing on it counts as new. */
	#begin(): void {
		const { todos, revision } = this.list;
		this.#reported = { todos, revision };
		this.#noted = revision;
		this.notes.clear();
		this.replan = undefined;
		if (todos.some(({ status }) => status !== "todo")) void this.#readTimes();
		if (this.history) void this.readHistory();
	}

	/**
	 * Reads when the todos were begun. Where that is not allowed, no time is shown of what began
	 * before.
	 */
	async #readTimes(): Promise<void> {
		const { list } = this;
		// A list that goes on meanwhile is read again, as what it says of the present would be of the
		// past.
		for (let attempt = 0; attempt < 5; attempt++) {
			const history = await callList(list, "history").catch(() => []);
			const last = history.at(-1);
			if (this.isOver || !last) return;
			if (last.revision !== list.revision) continue;
			this.times.read(history);
			for (const { by, at } of history)
				if (by !== "user") this.noteSign(Math.max(at, this.signAt ?? 0));
			this.#events?.changed();
			return;
		}
	}

	/** Whether the history has changed since it was last read. */
	#isStale = false;
	/** Whether the history is being read. */
	#isReading = false;

	/** Reads the history, once for several calls, for as long as it is shown. */
	async readHistory(): Promise<void> {
		this.history ??= [];
		this.#isStale = true;
		if (this.#isReading) return;
		this.#isReading = true;
		try {
			while (this.#isStale && this.history && !this.isOver) {
				this.#isStale = false;
				const history = await callList(this.list, "history");
				if (this.history && !this.isOver) this.history = history;
				this.#events?.changed();
			}
		} catch (error) {
			this.report(error);
		} finally {
			this.#isReading = false;
		}
	}

	/** Records when the agent was seen at work. */
	noteSign(at = Date.now()): void {
		this.signAt = at;
		this.isSignValid = true;
	}

	#record({ by, held }: StoreChange): void {
		if (held) {
			this.noteSign();
			this.#events?.held(held);
			return;
		}
		const { todos, revision } = this.list;
		if (todos.length === 0) {
			this.#events?.emptied();
			return;
		}
		const before = this.#reported;
		const changes = readChanges(before, this.list, by);
		this.#reported = { todos, revision };
		this.times.record(todos, Date.now());
		// Another owner reports the revision that the list had: the former one is gone, and with it
		// whatever worked there.
		if (revision <= before.revision) this.isSignValid = false;
		else if (by !== "user") this.noteSign();
		for (const { todo } of changes) this.notes.delete(todo.key);
		// The first plan is not another one, nor is what the host adds to it at once.
		if (before.todos.length === 0) this.#planAt = Date.now();
		else if (Date.now() - this.#planAt > firstPlanMs)
			this.replan = updateReplan(changes, this.replan);
		const isOwn = by === "user" && this.#calls > 0;
		if (isOwn) this.#madeChanges.set(revision, changes);
		this.#events?.listChanged(changes, isOwn);
		if (this.history) void this.readHistory();
		this.#events?.changed();
	}

	/**
	 * Keeps a call's notes for the rows that they name, which quote a todo's whole text; others for
	 * the rows that the call changed. Returns whether there are any.
	 */
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
		const own = new Map<string, string[]>();
		for (const note of notes) {
			const named = this.list.todos
				.filter(({ content }) => note.includes(`"${content}"`))
				.map(({ key }) => key);
			for (const key of named.length > 0 ? named : changed)
				own.set(key, [...(own.get(key) ?? []), note]);
		}
		for (const [key, notes] of own) this.notes.set(key, notes.join("\n"));
		return own.size > 0;
	}

	/**
	 * Takes the present list as the one that the person sees, or the one that stands still, which is
	 * at the revision that it had. Call it before the list is drawn.
	 */
	show(still: Shown | undefined): void {
		const { todos, revision } = this.list;
		this.isStill = still !== undefined;
		this.shown = still
			? { ...this.shown, todos: showStill(still, todos) }
			: { todos, revision };
	}

	/** Returns a todo as the person sees it. */
	findTodo(key: string): Readonly<Todo> | undefined {
		return this.shown.todos.find((todo) => todo.key === key);
	}

	/**
	 * Returns whether the person lets the agent act on an address: only then is it a link. False
	 * until the list has answered, which is reported as a change.
	 */
	mayLink(url: string): boolean {
		const { approval } = this.list;
		if (!approval) return false;
		if (this.#linksSince !== approval.at) this.#links.clear();
		this.#linksSince = approval.at;
		const known = this.#links.get(url);
		if (known !== undefined) return known;
		this.#links.set(url, false);
		// Without an answer there is no link.
		callList(this.list, "allows", url).then(
			(isAllowed) => {
				if (!isAllowed || this.#linksSince !== approval.at) return;
				this.#links.set(url, true);
				this.#events?.changed();
			},
			() => {},
		);
		return false;
	}

	/** Changes the list as the person. Reports an error, and then returns undefined. */
	async call<Method extends ListMethod>(
		method: Method,
		...args: Parameters<TodoStore[Method]>
	): Promise<{ value: ReturnType<TodoStore[Method]> } | undefined> {
		this.#calls++;
		try {
			const { revision } = this.list;
			const value = await callList(this.list, method, ...args);
			this.#events?.answered(undefined);
			this.#reportDeed(method, args, revision);
			return { value };
		} catch (error) {
			this.report(error);
			return undefined;
		} finally {
			this.#calls--;
			if (this.#calls === 0) this.#madeChanges.clear();
		}
	}

	/** Reports the change that a call made, which came after a revision. */
	#reportDeed(
		method: ListMethod,
		[ref, text]: readonly unknown[],
		revision: number,
	): void {
		const about =
			typeof ref === "string" ? ref : (ref as Todo | undefined)?.key;
		for (const [change, changes] of this.#madeChanges) {
			const made = changes.find(({ todo }) => !about || todo.key === about);
			if (change <= revision || !made) continue;
			const todo = made.was;
			const { key, content } = made.todo;
			const reason = method === "skip" && Boolean(text);
			const answer = method === "answer" ? String(text) : undefined;
			const deed = { method, key, todo, content, reason, answer, change };
			this.#events?.did(deed);
			return;
		}
	}

	/**
	 * Takes back a change, or the latest of the person. Returns the todo that it was about, false
	 * where nothing of it is left, and undefined where it was refused.
	 */
	async undo(change?: number): Promise<Readonly<Todo> | false | undefined> {
		const before = this.list.todos;
		this.#calls++;
		this.isUndoing = true;
		try {
			const isDone = await (change === undefined
				? callList(this.list, "undo")
				: callList(this.list, "undo", { change }));
			this.#events?.answered(undefined);
			if (!isDone) return false;
			const { todos } = this.list;
			const isIn = (list: typeof todos) => (todo: Readonly<Todo>) =>
				list.some(({ key }) => key === todo.key);
			return (
				before.find((todo) => !isIn(todos)(todo)) ??
				todos.find((todo) => !isIn(before)(todo)) ??
				todos.find((todo) => !before.includes(todo))
			);
		} catch (error) {
			if (nothingLeft.includes((error as { code?: unknown }).code))
				return false;
			this.report(error);
			return undefined;
		} finally {
			this.isUndoing = false;
			this.#calls--;
			if (this.#calls === 0) this.#madeChanges.clear();
		}
	}

	/**
	 * Changes a todo as the person, if it still is as they were shown it. Otherwise reports that, and
	 * returns undefined.
	 */
	async change<Method extends TodoMethod>(
		method: Method,
		...args: Parameters<TodoStore[Method]>
	): Promise<object | undefined> {
		const done = await this.call(method, ...args);
		return this.reportOutdated(args[0] as Readonly<Todo>, done);
	}

	/**
	 * Returns the result of a call about a todo. Where it did nothing, reports that, and returns
	 * undefined.
	 */
	reportOutdated(
		todo: Readonly<Todo>,
		done: { value: boolean } | undefined,
	): object | undefined {
		if (done?.value !== false) return done;
		this.#events?.outdated(todo);
		return undefined;
	}

	report(error: unknown): void {
		this.#events?.answered(error ?? new Error());
	}
}
