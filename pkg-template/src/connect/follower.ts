// `follow()`: the list of another context, without WebAssembly.

import type {
	Author,
	Decision,
	DialectName,
	Outcome,
	StoreChange,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import { checkJson, Listeners, TodoError } from "../../generated/snippets.js";
import { checkFunction, readOptions } from "../arguments/check.js";
import {
	type Expectation,
	expectAnything,
	expectMethods,
	isObject,
} from "../arguments/options.js";
import {
	chooseDelay,
	expectTimeout,
	limitTimeout,
} from "../arguments/timing.js";
import { isEqual, makeUniqueName } from "../arguments/values.js";
import type { Todos } from "../tools/todos.js";
import type { FollowedAgent } from "./agent.js";
import { KnownAgent } from "./followed-agent.js";
import type { Body, Sites } from "./message.js";
import {
	isAuthor,
	isCount,
	isSize,
	readError,
	readHeld,
	readList,
	readMessage,
	type SentList,
	writeMessage,
} from "./message.js";
import {
	type FollowerMethod,
	type FollowerMethods,
	makeMethods,
} from "./methods.js";
import { expectName, nameChannel } from "./name.js";
import type { Transport, TransportEnd } from "./transport.js";
import { overBroadcastChannel } from "./transport.js";

/** The options of `follow`. */
export interface FollowOptions {
	/** The name under which the owner called `connect`. Default `"todos"`. */
	readonly name?: string | undefined;
	/** The transport, which must be one of the owner's. Default `overBroadcastChannel()`. */
	readonly over?: Pick<Transport, "join"> | undefined;
	/**
	 * The longest wait for an owner, and for the answer to a call, in milliseconds. `Infinity` means
	 * no limit. Default 5000.
	 */
	readonly timeout?: number | undefined;
	/**
	 * The author of the changes that its methods make. Default `"user"`. Tools always write as the
	 * model.
	 */
	readonly author?: Author | undefined;
}

/**
 * A list that another context owns. It has the methods of the store, by the same names, which
 * resolve with what the store's return and reject with what they throw, otherwise as `callTool`
 * does.
 *
 * What a person does is about what this context showed. To a method about a todo, pass the todo
 * itself: it does nothing and resolves with false if anybody but a person has changed the todo
 * since. To `approve`, `move` and `restoreRevision`, pass the `revision`: they reject with
 * `changed` if anybody but a person has changed that since.
 *
 * @example
 * ```ts
 * import { connect, TodoStore } from "agent-todos";
 * import { type Follower, follow } from "agent-todos/follow";
 *
 * const owner = connect(new TodoStore(), { name: "errands" });
 * const list: Follower = await follow({ name: "errands" });
 * await list.add("Buy milk");
 * console.log(list.todos[0]?.content, list.isConnected); // → Buy milk true
 * await list.stop();
 * await owner.stop();
 * ```
 */
export interface Follower extends AsyncDisposable, FollowerMethods {
	/**
	 * The list: a frozen array, which stays the same object until the next change. A todo that a
	 * change does not affect stays the same object too.
	 */
	readonly todos: ReadonlyArray<Readonly<Todo>>;
	/** Returns a todo of `todos`, as `TodoStore.get` does. */
	get(todo: number | string | Todo): Readonly<Todo> | undefined;
	/**
	 * The revision of the owner's list. It can decrease when an owner restarts from an older
	 * checkpoint.
	 */
	readonly revision: number;
	/**
	 * Whether an owner is there, as far as this context can know. Without one, `todos` keeps the last
	 * known list. The listeners of `agent` are called when it changes.
	 */
	readonly isConnected: boolean;
	/** Returns what `TodoStore.decisions` returns, for the list of this context. */
	decisions(): readonly Decision[];
	/** As `TodoStore.proposal`. `propose({ sites })` proposes other sites. */
	readonly proposal: TodoStore["proposal"];
	/** As `TodoStore.approval`. `allows(url)` asks the owner whether it covers an address. */
	readonly approval: TodoStore["approval"];
	/** The owner's agent: how much of the list it knows, and its run. */
	readonly agent: FollowedAgent;
	/**
	 * Calls `listener` once for each new revision, in order, with the revision and its author, and
	 * once for each write of which `held` says what it was denied. After the context was suspended,
	 * frozen or disconnected, it is called once with the current revision. Returns the function that
	 * unsubscribes.
	 */
	subscribe(listener: (change: StoreChange) => void): () => void;
	/**
	 * Calls a tool, as `AgentTool.call` does. When the promise resolves, `todos` contains the change,
	 * and possibly later ones.
	 *
	 * Rejects with `no_owner` if there was no owner to call and with `not_allowed` if the owner
	 * refuses the call; in both cases nothing changed. Rejects with `no_answer` if the owner did not
	 * answer, in which case the call may or may not have been carried out: look at the list. Rejects
	 * with whatever else the owner throws, a `TodoError` as a `TodoError`, any other error with its
	 * name, its message and its code: `deleted` for a list that was deleted, in which case nothing
	 * changed.
	 */
	callTool(
		tool: string,
		args: unknown,
		options?: {
			/** The dialect of the tool. Default `"todo_manager"`. */
			readonly dialect?: DialectName | undefined;
		},
	): Promise<Outcome>;
	/** Stops following. Calls that still wait are rejected. `await using` does the same. */
	stop(): Promise<void>;
}

/**
 * Follows a list that another context made live with `connect()`. Needs no `init()`.
 *
 * Rejects with `no_owner` if no owner answers in time, and with the error if the owner cannot open
 * its store.
 *
 * @example
 * ```ts
 * import { connect, TodoStore } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * const owner = connect(new TodoStore(), { name: "groceries" });
 * const list = await follow({ name: "groceries", author: "user", timeout: 10_000 });
 * console.log(list.todos.length, list.revision); // → 0 0
 * await list.stop();
 * await owner.stop();
 * ```
 */
export async function follow(options: FollowOptions = {}): Promise<Follower> {
	const follower = new LiveFollower(options);
	try {
		await follower.firstList;
		const methods = makeMethods((method, ...args) =>
			follower.callMethod(method, args),
		);
		return Object.assign(follower, methods) as Follower;
	} catch (error) {
		void follower.stop();
		throw error;
	}
}

const expectAuthor: Expectation = (value) =>
	!isAuthor(value) && "user, model, agent or host";

/** A call that is not answered yet. */
interface PendingCall {
	readonly body: object;
	readonly resolve: (value: never) => void;
	readonly reject: (error: Error) => void;
	readonly timer: ReturnType<typeof setTimeout>;
	isSent: boolean;
}

/**
 * The least time after which a follower that only watches wakes a stopped owner again, in
 * milliseconds.
 */
const minWakeIntervalMs = 10_000;

/** How many former owners are remembered, so that their late messages are ignored. */
const maxFormerOwners = 8;

class LiveFollower implements Omit<Follower, FollowerMethod> {
	todos: Todos = Object.freeze([]);
	revision = 0;
	#isConnected = false;
	proposal: Sites["proposal"] = undefined;
	approval: Sites["approval"] = undefined;
	/** The decisions on each todo, by its key. */
	#decisions = new Map<string, Decision[]>();
	readonly #agent = new KnownAgent(
		(run, args) => this.#ask({ run, args }, args),
		() => this.revision,
	);
	readonly agent = this.#agent.shown;
	/** The first list. */
	readonly firstList: Promise<void>;
	readonly #id = makeUniqueName();
	readonly #channel: string;
	readonly #over: Pick<Transport, "join">;
	readonly #author: Author;
	readonly #timeout: number;
	readonly #listeners = new Listeners();
	readonly #pending = new Map<number, PendingCall>();
	readonly #stopping = new AbortController();
	/**
	 * The answers to calls whose change has not arrived: its message was missed, and the whole list
	 * is on its way.
	 */
	#earlyAnswers: Body[] = [];
	#calls = 0;
	/** The owner of the list. */
	#owner: string | undefined;
	#formerOwners: unknown[] = [];
	#link: TransportEnd | undefined;
	/** The failed attempts to join since one succeeded, and the time of the last attempt. */
	#failures = 0;
	#joinedAt = 0;

	constructor(options: FollowOptions) {
		const { name, over, timeout, author } = readOptions(options, "follow()", {
			name: [expectName, "todos"],
			over: [expectMethods("join"), overBroadcastChannel()],
			timeout: [expectTimeout, 5000],
			author: [expectAuthor, "user"],
		});
		this.#channel = nameChannel(name);
		this.#over = over;
		this.#author = author;
		this.#timeout = limitTimeout(timeout);
		this.firstList = this.#ask({});
		this.firstList.catch(() => {});
		this.#watchPage();
	}

	get isConnected(): boolean {
		return this.#isConnected;
	}

	/** Records whether an owner is there. Who shows the agent hears of it. */
	#setConnected(isConnected: boolean): void {
		if (isConnected === this.#isConnected) return;
		this.#isConnected = isConnected;
		this.#agent.notify();
	}

	decisions(): readonly Decision[] {
		return [...this.#decisions.values()].flat();
	}

	subscribe(listener: (change: StoreChange) => void): () => void {
		checkFunction(listener, "listener");
		return this.#listeners.add(listener);
	}

	get(ref: number | string | Todo): Readonly<Todo> | undefined {
		const named = isObject(ref) ? ref.key : ref;
		return this.todos.find(({ id, key }) => named === id || named === key);
	}

	async callTool(
		tool: string,
		args: unknown,
		options: NonNullable<Parameters<Follower["callTool"]>[2]> = {},
	): Promise<Outcome> {
		const { dialect } = readOptions(options, "callTool()", {
			dialect: [expectAnything, "todo_manager"],
		});
		return this.#ask({ tool, dialect, args });
	}

	/** Calls a method of the store. */
	callMethod(
		method: FollowerMethod,
		args: readonly unknown[],
	): Promise<unknown> {
		return this.#ask({ method, by: this.#author, args }, args);
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		this.#agent.stopWriting();
		this.#link?.close();
		this.#setConnected(false);
		this.#rejectPending(makeStoppedError());
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}

	// Calls -------------------------------------------------------------------------------------

	/** Sends a call, now or when there is an owner. An empty one asks for the list: call 0. */
	#ask<T>(body: object, args: readonly unknown[] = []): Promise<T> {
		const call = this.#calls++;
		return new Promise<T>((resolve, reject) => {
			if (this.#stopping.signal.aborted) return reject(makeStoppedError());
			const expire = () =>
				this.#settle(call, ({ isSent }) =>
					reject(
						isSent
							? makeUnansweredError("in time")
							: new TodoError(
									"no_owner",
									`no owner was there within ${this.#timeout} ms, so nothing was done: is connect() called under this name?`,
								),
					),
				);
			try {
				checkArguments(args);
				// Copied now, as the call may have to wait. What JSON cannot hold (a cycle, a BigInt)
				// throws here.
				body = JSON.parse(JSON.stringify(body)) as object;
			} catch (cause) {
				return reject(
					new TodoError(
						"invalid_argument",
						`the arguments could not be read: ${(cause as Error | undefined)?.message}`,
						{ cause },
					),
				);
			}
			// A closure, as linters of extensions take any other argument for code as text.
			const timer = setTimeout(() => expire(), this.#timeout);
			this.#pending.set(call, { body, resolve, reject, timer, isSent: false });
			if (this.isConnected) this.#sendPending();
			else if (this.#link) this.#requestState();
			else this.#join();
		});
	}

	#sendPending(): void {
		for (const [call, pending] of this.#pending) {
			if (pending.isSent || call === 0) continue;
			pending.isSent = true;
			this.#send({
				type: "call",
				from: this.#id,
				owner: this.#owner,
				call,
				...pending.body,
			});
		}
	}

	#settle(call: unknown, settle: (pending: PendingCall) => void): void {
		const waiting = this.#pending.get(call as number);
		if (!waiting) return;
		this.#pending.delete(call as number);
		clearTimeout(waiting.timer);
		settle(waiting);
	}

	/**
	 * Rejects the calls that wait. Without an error, rejects those that were sent, as nobody will
	 * answer them.
	 */
	#rejectPending(error?: TodoError): void {
		for (const [call, { isSent }] of this.#pending)
			if (error || isSent)
				this.#settle(call, ({ reject }) =>
					reject(error ?? makeUnansweredError("before it ended")),
				);
	}

	// The link ----------------------------------------------------------------------------------

	#join(): void {
		if (this.#stopping.signal.aborted || this.#link) return;
		this.#joinedAt = performance.now();
		let link: TransportEnd | undefined;
		const isOver = () => link !== undefined && link !== this.#link;
		try {
			link = this.#over.join(
				this.#channel,
				(text) => isOver() || this.#receive(text),
				() => isOver() || this.#handleLoss(),
			);
		} catch (error) {
			// Nothing will help: the extension is gone.
			this.#rejectPending(error as TodoError);
			return;
		}
		this.#link = link;
		this.#requestState();
	}

	#requestState(): void {
		this.#send({ type: "get_state", from: this.#id });
	}

	#send(body: object): void {
		this.#link?.send(writeMessage("owner", body));
	}

	/** Joins again after the link was lost, because the service worker was stopped, for example. */
	#handleLoss(): void {
		this.#unlink();
		// Joins again at once if that worked before, else less and less often. A follower that only
		// watches does not wake a worker each time that the browser stops it.
		const pause =
			this.#failures === 0 ? 0 : chooseDelay(this.#failures, 50, 5000);
		const rest = this.#joinedAt + minWakeIntervalMs - performance.now();
		const delay = this.#pending.size > 0 ? pause : Math.max(pause, rest);
		this.#failures += 1;
		setTimeout(() => {
			// A hidden page does not wake the worker again and again: it joins when it is shown.
			if (this.#pending.size > 0 || !globalThis.document?.hidden) this.#join();
		}, delay);
	}

	#unlink(): void {
		this.#link = undefined;
		this.#setConnected(false);
		this.#agent.stopWriting();
		this.#rejectPending();
	}

	/** Catches up when the page was frozen, kept for the back button or hidden. */
	#watchPage(): void {
		const { document } = globalThis as { document?: Document };
		if (!document) return;
		const { signal } = this.#stopping;
		const catchUp = () => (this.#link ? this.#requestState() : this.#join());
		document.addEventListener("resume", catchUp, { signal });
		document.addEventListener(
			"visibilitychange",
			() => document.hidden || catchUp(),
			{ signal },
		);
		globalThis.addEventListener(
			"pageshow",
			({ persisted }) => {
				if (!persisted) return;
				this.#link?.close();
				this.#unlink();
				this.#join();
			},
			{ signal },
		);
	}

	// What comes --------------------------------------------------------------------------------

	#receive(text: unknown): void {
		const body = readMessage(text, "*", this.#id);
		if (!body || this.#stopping.signal.aborted) return;
		switch (body.type) {
			case "state":
				this.#receiveState(body);
				break;
			case "change":
				this.#receiveChange(body);
				break;
			case "held":
				this.#receiveHeld(body);
				break;
			case "agent":
				if (body.owner === this.#owner) this.#agent.receive(body.agent);
				break;
			case "answer":
				this.#receiveAnswer(body);
				break;
			case "end":
				if (body.owner === this.#owner) this.#forgetOwner();
		}
	}

	#receiveAnswer(body: Body): void {
		if (isCount(body.revision) && body.revision > this.revision)
			this.#earlyAnswers.push(body);
		else
			this.#settle(body.call, ({ resolve, reject }) =>
				body.error === undefined
					? resolve(body.value as never)
					: reject(readError(body.error)),
			);
	}

	/** Reads a message about the list, unless it is a former owner's. */
	#readList(body: Body): SentList | undefined {
		const list = readList(body);
		return this.#formerOwners.includes(list?.owner) ? undefined : list;
	}

	#receiveState(body: Body): void {
		const list = this.#readList(body);
		if (!list?.todos.every(({ id }, place) => id === place + 1)) return;
		const { owner, revision, todos } = list;
		const isNew = owner !== this.#owner;
		if (!isNew && revision < this.revision) return;
		if (isNew) {
			this.#forgetOwner();
			this.#owner = owner;
		}
		this.#setConnected(true);
		this.#failures = 0;
		if (isNew || revision !== this.revision) {
			const before = this.todos;
			this.#setList({
				...list,
				todos: todos.map((todo, place) => keepEqual(before[place], todo)),
			});
		}
		this.#agent.receive(body.agent);
		this.#settle(0, ({ resolve }) => resolve(undefined as never));
		this.#sendPending();
	}

	#receiveChange(body: Body): void {
		const sent = this.#readList(body);
		if (!sent || !isSize(sent.size)) return;
		const { owner, revision, size } = sent;
		if (owner === this.#owner && revision <= this.revision) return;
		const todos = this.todos.slice(0, size);
		for (const todo of sent.todos) todos[todo.id - 1] = todo;
		// Otherwise a change was missed.
		const isNext =
			owner === this.#owner &&
			revision === this.revision + 1 &&
			todos.length === size &&
			!todos.includes(undefined as never);
		if (isNext) this.#setList({ ...sent, todos });
		else this.#requestState();
	}

	#receiveHeld(body: Body): void {
		const sent = readHeld(body);
		if (!sent || sent.owner !== this.#owner) return;
		const { revision, by, held, decisions } = sent;
		// A list that was missed meanwhile is on its way, with its decisions.
		if (revision === this.revision) this.#setDecisions(decisions);
		this.#listeners.notify(this.revision, by, undefined, held);
	}

	#setDecisions(decisions: readonly Decision[]): void {
		for (const decision of decisions) {
			// The first decision on a todo is the one on its presence.
			if (decision.aspect === "presence") this.#decisions.set(decision.key, []);
			this.#decisions.get(decision.key)?.push(decision);
		}
	}

	#setList({ revision, by, todos, decisions, sites }: SentList): void {
		this.revision = revision;
		this.#setDecisions(decisions);
		const known = this.#decisions;
		this.#decisions = new Map(
			todos.map(({ key }) => [key, known.get(key) ?? []]),
		);
		this.proposal = keepEqual(this.proposal, sites.proposal);
		this.approval = keepEqual(this.approval, sites.approval);
		this.todos = Object.freeze(todos);
		this.#listeners.notify(revision, by);
		for (const answer of this.#earlyAnswers.splice(0))
			this.#receiveAnswer(answer);
	}

	/** Forgets the owner, which has ended or was replaced. */
	#forgetOwner(): void {
		this.#setConnected(false);
		this.#agent.stopWriting();
		this.#formerOwners = [this.#owner, ...this.#formerOwners].slice(
			0,
			maxFormerOwners,
		);
		this.#rejectPending();
	}
}

/** Returns `now`, or the same object as before if it is equal. */
const keepEqual = <Value>(before: Value | undefined, now: Value): Value =>
	isEqual(before, now) ? (before as Value) : now;

/** Throws for an argument that JSON would change, as the store would not accept it either. */
function checkArguments(args: readonly unknown[]): void {
	for (const [place, arg] of args.entries()) {
		// On the way to the owner, undefined becomes null.
		if (arg === null)
			throw new TypeError(`args.${place} is null: leave it out`);
		if (arg !== undefined) checkJson(arg, `args.${place}`, []);
	}
}

const makeStoppedError = () =>
	new TodoError("no_owner", "this follower was stopped: follow() again");

function makeUnansweredError(when: string): TodoError {
	return new TodoError(
		"no_answer",
		`the owner did not answer ${when}: the call may or may not have been carried out, look at the list`,
	);
}
