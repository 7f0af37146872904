// The threads of a middleware. The list and the conversation of a thread are in memory while this
// process works on it, and otherwise in the graph's state.

import type { BaseMessage } from "@langchain/core/messages";
import type { AIMessage } from "langchain";
import type {
	ConversationOptions,
	Outcome,
} from "../../../generated/agent_todos_bg.js";
import { TodoStore } from "../../../generated/agent_todos_bg.js";
import { TodoError } from "../../../generated/snippets.js";
import { invalid, quote, refuse } from "../../arguments/check.js";
import { hashText, makeUniqueName } from "../../arguments/values.js";
import { isStore } from "../../tools/check-store.js";
import { Conversation } from "../../tools/conversation.js";
import { describeAll } from "./messages.js";
import {
	type DialectTodoList,
	identify,
	showTodos,
	storedSnapshots,
	type ThreadState,
} from "./state.js";

/** A list, or one model's conversation about it. */
export type ThreadSource = TodoStore | Conversation;

/** The thread that a list or a conversation is used in. */
const threads = new WeakMap<ThreadSource, unknown>();

/** Throws if a second thread uses a list: two threads would settle each other's todos. */
export function checkThread(of: ThreadSource, id: unknown): void {
	if (id === undefined) return;
	if (!threads.has(of)) threads.set(of, id);
	else if (threads.get(of) !== id)
		throw invalid(
			`this list is that of the thread ${quote(threads.get(of))}: give agentTodosMiddleware() a function as stores, or none, for a list to each thread`,
		);
}

/** Where an agent runs. */
export interface Place {
	/** The `thread_id`. */
	readonly thread: string | undefined;
	/** How many graphs it is in: a sub-agent that a tool runs is in one more than its parent. */
	readonly depth: number;
}

/** A thread while this process works on it. */
export interface ThreadSession {
	readonly id: string;
	readonly place: Place;
	/** Whether the agent is a fork: it has another one's messages, and a conversation of its own. */
	readonly isFork: boolean;
	readonly reading: string;
	readonly from: string;
	/** The state at the last call of the model, and the current one. */
	base: string;
	now: string;
	step: number;
	readonly conversation: Conversation;
	readonly keepsList: boolean;
	/** The list of the graph's state: see `ThreadState`. */
	shown: ThreadState["shown"] | undefined;
	/**
	 * The calls since the model was last asked, by their ids: a call that was cut off in `onChange`
	 * is made again.
	 */
	readonly answered: Map<string, AnsweredCall>;
}

/** What a call did, and the update of the graph's state after it. */
export interface AnsweredCall {
	readonly outcome: Outcome;
	readonly written: Written;
}

/** An update of the graph's state. */
export interface Written {
	readonly _agentTodos: ThreadState;
	readonly todos: DialectTodoList;
}

/** How many threads a middleware remembers that were stopped in the middle. */
const maxSessions = 1000;

/** Where the list of a thread is when it is not in the graph's state. */
export type Stores =
	| ThreadSource
	| ((thread: string | undefined) => ThreadSource | Promise<ThreadSource>)
	| undefined;

export class ThreadSessions {
	readonly #stores: Stores;
	readonly #settings: ConversationOptions;
	/** The one list of a host with one thread. */
	readonly #given: ThreadSource | undefined;
	/** The settings with which the models of this middleware know their lists. */
	readonly #as: string;
	/** Who writes lists to the graph's state from outside. */
	readonly #author: "user" | "host";
	/**
	 * The latest conversation about each list. A host that keeps no graph state passes its messages
	 * back itself, and needs it.
	 */
	readonly #latestOf = new WeakMap<ThreadSource, ThreadSession>();
	readonly #sessions = new Map<string, Promise<ThreadSession>>();
	/** Those of them that have been read. */
	readonly #live = new Map<string, ThreadSession>();

	/**
	 * `settings` are those of the conversations that the middleware makes itself, and `author` is who
	 * writes lists to the graph's state from outside.
	 */
	constructor(
		stores: Stores,
		settings: ConversationOptions,
		author: "user" | "host",
	) {
		this.#stores = stores;
		this.#author = author;
		this.#settings = settings;
		this.#as = JSON.stringify(settings);
		if (stores === undefined || typeof stores === "function") return;
		checkThreadSource(stores, "agentTodosMiddleware(): stores");
		this.#given = stores;
	}

	/**
	 * Returns the session of a thread: the one in memory if it is at that state, else one that is
	 * read from the state. `todos` are those of the state.
	 */
	async open(
		saved: ThreadState | undefined,
		place: Place,
		at: "base" | "now",
		todos: DialectTodoList = [],
	): Promise<ThreadSession> {
		if (this.#given) checkThread(this.#given, place.thread);
		const id = saved?.id ?? makeUniqueName();
		for (;;) {
			const live = this.#sessions.get(id);
			if (live !== undefined) {
				const session = await live;
				// Another call of the message has replaced it meanwhile.
				if (this.#sessions.get(id) !== live) continue;
				if (session[at] === identify(saved)) return session;
			}
			this.#forget(id);
			const opened = this.#read(saved, id, place, todos);
			opened.catch(() => this.#forget(id));
			this.#sessions.set(id, opened);
			const [oldest] = this.#sessions.keys();
			if (this.#sessions.size > maxSessions && oldest !== undefined)
				this.#forget(oldest);
		}
	}

	/** Forgets a thread whose agent has ended. */
	end(saved: ThreadState | undefined): void {
		if (saved !== undefined) this.#forget(saved.id);
	}

	#forget(id: string): void {
		this.#sessions.delete(id);
		this.#live.delete(id);
	}

	/** Reads a thread from the state. */
	async #read(
		saved: ThreadState | undefined,
		id: string,
		place: Place,
		todos: DialectTodoList,
	): Promise<ThreadSession> {
		const stores = this.#stores;
		const given =
			typeof stores === "function" ? await stores(place.thread) : stores;
		if (given !== undefined)
			checkThreadSource(given, "agentTodosMiddleware(): what stores() returns");
		const known =
			saved === undefined ? this.#findKnown(given, place, todos) : undefined;
		const isNewFork = known !== undefined && known.place.depth < place.depth;
		const session: ThreadSession = {
			id,
			place,
			isFork: saved?.isFork ?? isNewFork,
			reading: makeUniqueName(),
			step: saved?.step ?? 0,
			from: identify(saved),
			base: identify(saved),
			now: identify(saved),
			keepsList: given === undefined,
			shown: saved?.shown,
			answered: new Map(),
			conversation: isNewFork
				? forkConversation(known)
				: (known?.conversation ?? this.#restore(given, saved)),
		};
		if (given !== undefined && !session.isFork)
			this.#latestOf.set(given, session);
		this.#live.set(id, session);
		return session;
	}

	/**
	 * Returns the session that an agent without a state of ours goes on from: the latest one about
	 * its list, or the one of an agent around it, whose `todos` it was passed.
	 */
	#findKnown(
		given: ThreadSource | undefined,
		{ thread, depth }: Place,
		todos: DialectTodoList,
	): ThreadSession | undefined {
		if (given !== undefined) return this.#latestOf.get(given);
		if (todos.length === 0) return undefined;
		const hash = hashTodos(todos);
		return [...this.#live.values()].find(
			({ place, shown }) =>
				place.thread === thread && place.depth < depth && shown?.[0] === hash,
		);
	}

	/** Restores the conversation of a state. */
	#restore(
		given: ThreadSource | undefined,
		saved: ThreadState | undefined,
	): Conversation {
		if (given instanceof Conversation && !saved?.isFork) return given;
		const store =
			(given instanceof Conversation ? given.store : given) ??
			(saved?.list === undefined
				? new TodoStore()
				: TodoStore.fromCheckpoint(saved.list));
		const text = saved?.as === this.#as ? saved.conversation : undefined;
		return new Conversation(store, { ...this.#settings, saved: text });
	}

	/**
	 * Takes over a list that somebody else wrote to the graph's state, as a frontend does in which a
	 * person edits it. What differs from the list that the state showed is the edit. If the messages
	 * were cut as well, it belongs to the revision that the rest of them shows: what the model has
	 * changed since is taken back. A list that was there before this middleware is the model's if the
	 * messages have calls of the tools. `sent` are the messages of the request.
	 */
	takeEdit(
		session: ThreadSession,
		saved: ThreadState | undefined,
		todos: DialectTodoList,
		messages: readonly BaseMessage[],
		sent = messages,
	): void {
		const { conversation } = session;
		if (saved === undefined) {
			if (!session.keepsList || session.isFork || todos.length === 0) return;
			const author = hasCallsOf(conversation, messages) ? "host" : this.#author;
			conversation._replaceAs(author, todos);
			return;
		}
		const [shown, revision] = saved.shown;
		if (hashTodos(todos) === shown) return;
		const earlier = wereCut(messages, saved)
			? rewindTo(conversation, sent)
			: undefined;
		conversation._replaceAs(this.#author, todos, earlier ?? revision);
	}

	/**
	 * Counts a step of a session, and returns the update of the graph's state after it. `messages`
	 * are those of the state.
	 */
	write(
		session: ThreadSession,
		messages: readonly BaseMessage[] = [],
	): Written {
		const { id, reading, from, conversation } = session;
		const { store } = conversation;
		const list = conversation.todos();
		session.shown = [hashTodos(list), store.revision];
		session.step++;
		const state: ThreadState = {
			id,
			reading,
			from,
			step: session.step,
			as: this.#as,
			shown: session.shown,
			lastMessage: messages.flatMap(({ id }) => id ?? []).at(-1),
			...(session.isFork && { isFork: true }),
			...(session.keepsList && { list: store.checkpoint(storedSnapshots) }),
			conversation: conversation.checkpoint(),
		};
		session.now = identify(state);
		const todos = showTodos(list, state);
		return { _agentTodos: state, todos };
	}
}

/** Returns whether the last message of a state is no longer among these. */
const wereCut = (
	messages: readonly BaseMessage[],
	{ lastMessage }: ThreadState,
): boolean =>
	lastMessage !== undefined && messages.every(({ id }) => id !== lastMessage);

/**
 * Takes back what the model has changed since the revision that messages show. Returns that
 * revision, or undefined if nothing keeps its list.
 */
function rewindTo(
	conversation: Conversation,
	messages: readonly BaseMessage[],
): number | undefined {
	try {
		const revision = conversation._findRevision(describeAll(messages));
		if (revision !== undefined) conversation.rewind(revision);
		return revision;
	} catch (error) {
		if (error instanceof TodoError && error.code === "unknown_revision")
			return undefined;
		throw error;
	}
}

const hashTodos = (todos: DialectTodoList) => hashText(JSON.stringify(todos));

/**
 * Returns a conversation for an agent that goes on from the messages of another one, which is in
 * the middle of a call: it knows what that one knows. It works on a copy of a list in the graph's
 * state, as that is how the graph has it. A list of the host is one for both, so its whole lists
 * take nothing off that: they may be about the sub-agent's own task alone.
 */
function forkConversation({
	conversation,
	keepsList,
}: ThreadSession): Conversation {
	const { confirm, onChange } = conversation._model();
	const store = keepsList
		? TodoStore.fromCheckpoint(conversation.store.checkpoint(storedSnapshots))
		: conversation.store;
	return new Conversation(store, {
		saved: conversation.checkpoint(),
		confirm,
		onChange,
		...(!keepsList && { drops: "keep" }),
	});
}

/** Returns whether a model called one of the tools of a conversation. */
function hasCallsOf(
	{ tools }: Conversation,
	messages: readonly BaseMessage[],
): boolean {
	const names = tools.map(({ name }) => name);
	const calls = messages.flatMap(
		(message) => (message as AIMessage).tool_calls ?? [],
	);
	return calls.some(({ name }) => names.includes(name));
}

function checkThreadSource(
	given: unknown,
	what: string,
): asserts given is ThreadSource {
	if (!(isStore(given) || given instanceof Conversation))
		refuse(what, "a TodoStore or a Conversation");
}
