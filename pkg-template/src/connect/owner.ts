// `connect(store)`: one context owns the list and its rules; every other follows it.

import type {
	Author,
	Decision,
	DialectName,
	StoreChange,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import { TodoError } from "../../generated/snippets.js";
import {
	checkFunction,
	invalid,
	quote,
	readOptions,
} from "../arguments/check.js";
import {
	type Expectation,
	expectAnything,
	expectFunction,
	expectMethods,
} from "../arguments/options.js";
import { getErrorCode } from "../arguments/thrown.js";
import { expectTimeout, limitTimeout } from "../arguments/timing.js";
import { makeUniqueName } from "../arguments/values.js";
import { todosModule } from "../loading/modules/todos.js";
import { checkStore, isStore } from "../tools/check-store.js";
import type { Todos } from "../tools/todos.js";
import type { AgentTool } from "../tools/tool.js";
import { tools } from "../tools/tools.js";
import { type AgentLike, conversationOf, runMethods } from "./agent.js";
import type { Body, Sites } from "./message.js";
import { isAuthor, readMessage, writeError, writeMessage } from "./message.js";
import { type FollowerMethod, isReader, listMethods } from "./methods.js";
import { expectName, holdName, nameChannel } from "./name.js";
import { PassedAgent } from "./passed-agent.js";
import type { Transport, TransportEnd, TransportSender } from "./transport.js";
import { overBroadcastChannel } from "./transport.js";

/** The options of `connect`. */
export interface ConnectOptions {
	/** The name by which followers find the list. A name has one owner. Default `"todos"`. */
	readonly name?: string | undefined;
	/** One transport, or several. Default `overBroadcastChannel()`. */
	readonly over?: Transport | readonly Transport[] | undefined;
	/**
	 * Awaited after each call that changed the list, before the caller gets its answer and any
	 * follower hears of the change. Store the list here, so that they hear of a change only once it
	 * is stored. If it throws, the call fails with that error, and the change stays. Where it throws
	 * `deleted`, as `flushed()` of a deleted list does, a deleted list takes no call that changes it.
	 */
	readonly onChange?: (() => unknown) | undefined;
	/**
	 * Decides whether a follower may make a call. If it returns false, the call fails with
	 * `not_allowed`. By default, followers of the same origin or extension may make every call, and
	 * content scripts only the calls that read (`history`, `timeSpent`, `getXml`, `markdown`,
	 * `systemReminder`, `checkpoint`, `allows`). Following the list is always allowed. A follower
	 * states itself who makes a change: check `call.by` where it is not trusted.
	 */
	readonly allow?:
		| ((call: FollowerCall, sender: TransportSender) => boolean)
		| undefined;
	/** The longest wait for another owner of the same name to end, in milliseconds. Default 5000. */
	readonly timeout?: number | undefined;
	/** The agent that works on the list. See `Owner.agent`. */
	readonly agent?: AgentLike | undefined;
}

/** The one context that owns a live list. */
export interface Owner extends AsyncDisposable {
	/**
	 * Resolves with the store, open and live. Rejects with `owner_exists` if another context owns the
	 * name, and with the error if the store could not be opened; the next call tries again.
	 */
	open(): Promise<TodoStore>;
	/**
	 * The agent: its conversation, or its run. `<agent-todos>` of a follower shows how much of the
	 * list the conversation knows, and its calls while it writes them. Of a run, followers receive
	 * the latest event and the result; they start it, send its plan back and stop it. Set the new one
	 * after `resume()`.
	 */
	agent: AgentLike | undefined;
	/**
	 * Resolves when the ownership has ended: with undefined after `stop()`, otherwise with the reason
	 * (`owner_exists`, `freed`, `broken`).
	 */
	readonly ended: Promise<TodoError | undefined>;
	/**
	 * Releases the name and tells the followers. The store stays open and unchanged. `await using`
	 * does the same.
	 */
	stop(): Promise<void>;
}

/** A call that a follower asks for: of a tool, of a method of the store, or of one of the run. */
export type FollowerCall =
	| {
			/** The name of the tool. */
			readonly tool: string;
			/** The dialect of the tool. */
			readonly dialect: DialectName;
			/** The arguments, as the model sent them. */
			readonly args: unknown;
	  }
	| {
			/** The name of the method. */
			readonly method: FollowerMethod;
			/** The author of the change, as the follower states it. */
			readonly by: Author;
			/** The arguments of the method. */
			readonly args: readonly unknown[];
	  }
	| {
			/** The method of the run. */
			readonly run: "approve" | "reject" | "abort";
			/** The arguments of the method. */
			readonly args: readonly unknown[];
	  };

/** A call that is about the list itself. */
type ListCall = Exclude<FollowerCall, { readonly run: unknown }>;

/**
 * Makes a list live. Followers in every context that the transport reaches receive each of its
 * revisions and send it their calls. Returns the owner.
 *
 * If the list is stored, pass a function that opens the store (one that awaits `init()` and
 * `persist()`) instead of the store. It is called when the list is first needed and this context
 * owns the name. Use it in a service worker, where `connect` runs at start-up, and wherever several
 * tabs open the same list, as the previous owner may still have stored changes. Pass a store itself
 * only if no other context opens the list.
 *
 * A name has one owner. While another context owns it (a Web Lock), this one waits for `timeout`
 * and then ends with `owner_exists`. Where Web Locks do not exist (a page without TLS, Node before
 * 24), nothing keeps two contexts from owning the name, and followers see the list of one or of the
 * other: connect in one context only.
 *
 * Throws `invalid_argument` if `store` is neither a `TodoStore` nor a function, or an option is
 * ill-typed.
 *
 * @example
 * ```ts
 * import { type ConnectOptions, connect, type Owner, TodoStore } from "agent-todos";
 * import { follow } from "agent-todos/follow";
 *
 * const readers = ["history", "getXml"];
 * const options: ConnectOptions = {
 *   name: "trip",
 *   // What is not trusted only reads. To let it write, check `call.by` too: a follower states its author itself.
 *   allow: (call, sender) => sender.isTrusted || ("method" in call && readers.includes(call.method)),
 * };
 * const owner: Owner = connect(() => new TodoStore(), options);
 * const list = await follow({ name: "trip" });
 * console.log(await list.getXml()); // → <todos></todos>
 * await list.stop();
 * await owner.stop();
 * ```
 */
export function connect(
	store: TodoStore | (() => TodoStore | Promise<TodoStore>),
	options: ConnectOptions = {},
): Owner {
	const source = isStore(store) ? () => store as TodoStore : store;
	checkFunction(source, "connect(): store, unless it is a TodoStore,");
	const owner = new LiveOwner(source, options);
	if (isStore(store)) owner.openForGood();
	return owner;
}

/** Returns the rows of the options that `openList` has, too. */
export const makeSharedRows = () =>
	({
		over: [expectTransports, overBroadcastChannel()],
		allow: [expectFunction, isAllowed],
		timeout: [expectTimeout, 5000],
	}) as const;

/** Checks the option `over`. */
export const expectTransports: Expectation = (value) =>
	[value].flat().map(expectMethods("serve", "join")).find(Boolean) ?? false;

class LiveOwner implements Owner {
	readonly ended: Promise<TodoError | undefined>;
	#resolveEnded!: (reason?: TodoError) => void;
	/** Why nothing can be opened any more. */
	#endReason: TodoError | undefined;
	readonly #id = makeUniqueName();
	readonly #source: () => TodoStore | Promise<TodoStore>;
	readonly #channel: string;
	readonly #timeout: number;
	readonly #onChange: (() => unknown) | undefined;
	readonly #allow: NonNullable<ConnectOptions["allow"]>;
	readonly #links: TransportEnd[] = [];
	readonly #agent = new PassedAgent(() => this.#sendAgent());
	#opening: Promise<TodoStore> | undefined;
	#heldName: ReturnType<typeof holdName> | undefined;
	#store: TodoStore | undefined;
	#unsubscribe = () => {};
	/** The list as followers have it. */
	#sentTodos: Todos = [];
	#sentRevision = 0;
	/** The author of the latest change. */
	#latestAuthor: Author = "host";
	/** The calls whose changes are being stored. */
	readonly #storing = new Set<object>();
	/** The messages for followers, in order, each with the calls that must be stored first. */
	#outbox: { readonly send: () => void; readonly after: Set<object> }[] = [];

	constructor(
		source: () => TodoStore | Promise<TodoStore>,
		options: ConnectOptions,
	) {
		const { name, over, onChange, allow, timeout, agent } = readOptions(
			options,
			"connect()",
			{
				name: [expectName, "todos"],
				...makeSharedRows(),
				onChange: [expectFunction],
				agent: [expectAnything],
			},
		);
		this.#source = source;
		this.#channel = nameChannel(name);
		this.#timeout = limitTimeout(timeout);
		this.#onChange = onChange;
		this.#allow = allow;
		this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
		this.agent = agent;
		for (const transport of [over].flat())
			this.#links.push(
				transport.serve(this.#channel, (text, reply, sender) =>
					this.#receive(text, reply, sender),
				),
			);
	}

	get agent(): AgentLike | undefined {
		return this.#agent.agent;
	}
	set agent(agent: AgentLike | undefined) {
		this.#agent.agent = agent;
	}

	open(): Promise<TodoStore> {
		if (this.#endReason) return Promise.reject(this.#endReason);
		this.#opening ??= this.#start().catch((error: unknown) => {
			this.#opening = undefined;
			throw error;
		});
		return this.#opening;
	}

	/** Opens a store that the host passed. If it cannot be used, the owner ends with the reason. */
	openForGood(): void {
		this.open().catch((error: TodoError) => this.#close(error));
	}

	async #start(): Promise<TodoStore> {
		this.#heldName = holdName(this.#channel, this.#timeout);
		const release = await this.#heldName.catch((error: TodoError) => {
			this.#close(error);
			throw error;
		});
		try {
			if (this.#endReason) throw this.#endReason;
			const store = await this.#source();
			if (this.#endReason) throw this.#endReason;
			checkStore(store, "connect(): what the function returns");
			this.#sentTodos = store.getAll();
			this.#sentRevision = store.revision;
			const offFreed = todosModule.onFreed(store, () =>
				this.#endIfUnusable(store),
			);
			const unsubscribe = store.subscribe((change) =>
				this.#sendChange(store, change),
			);
			this.#unsubscribe = () => {
				offFreed();
				unsubscribe();
			};
			this.#store = store;
			this.#sendState();
			return store;
		} catch (error) {
			// Another context may be able to open it.
			release();
			throw error;
		}
	}

	async stop(): Promise<void> {
		this.#close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop();
	}

	#close(reason?: TodoError): void {
		if (this.#endReason) return;
		this.#endReason =
			reason ?? invalid("this owner was stopped: connect() the store again");
		this.#unsubscribe();
		this.#agent.stop();
		this.#outbox = [];
		// Without an open store there are no followers.
		if (this.#store) this.#send({ type: "end", owner: this.#id });
		for (const link of this.#links) link.close();
		this.#heldName?.then(
			(release) => release(),
			() => {},
		);
		this.#resolveEnded(reason);
	}

	/** Ends if the store was freed or is broken, with that error. */
	#endIfUnusable(store: TodoStore): void {
		try {
			store.revision;
		} catch (error) {
			this.#close(error as TodoError);
		}
	}

	#send(body: object): void {
		const text = writeMessage("*", body);
		for (const link of this.#links) link.send(text);
	}

	#makeState(store: TodoStore): object {
		return {
			type: "state",
			owner: this.#id,
			revision: store.revision,
			by: this.#latestAuthor,
			todos: store.getAll(),
			decisions: store.decisions(),
			sites: readSites(store),
			agent: this.#agent.state,
		};
	}

	#sendAgent(): void {
		if (!this.#store) return;
		const { state: agent } = this.#agent;
		this.#publish(() => this.#send({ type: "agent", owner: this.#id, agent }));
	}

	#sendState(): void {
		const store = this.#store;
		if (store) this.#publish(() => this.#send(this.#makeState(store)));
	}

	/** Sends a message to the followers, once the changes of all calls so far are stored. */
	#publish(send: () => void): void {
		this.#outbox.push({ send, after: new Set(this.#storing) });
		this.#sendStored();
	}

	#sendStored(): void {
		while (this.#outbox[0]?.after.size === 0) this.#outbox.shift()?.send();
	}

	/** Carries out a call, and resolves with its result when its change is stored. */
	async #carryOutStored(store: TodoStore, call: ListCall) {
		const before = store.revision;
		this.#storing.add(call);
		try {
			const value = this.#carryOut(store, call);
			const { revision } = store;
			if (revision !== before) await this.#onChange?.();
			return { value, revision };
		} finally {
			this.#storing.delete(call);
			for (const { after } of this.#outbox) after.delete(call);
			this.#sendStored();
		}
	}

	/** Throws `deleted` if the list was deleted where it is stored. It is empty then. */
	async #checkDeletion(store: TodoStore): Promise<void> {
		if (store.size > 0) return;
		try {
			await this.#onChange?.();
		} catch (error) {
			if (getErrorCode(error) === "deleted") throw error;
		}
	}

	/**
	 * Sends the followers the todos that are new in a revision. The store keeps the others the same
	 * objects.
	 */
	#sendChange(store: TodoStore, change: StoreChange): void {
		const { revision, by } = change;
		try {
			if (change.held) {
				this.#sendHeld(store, change);
				return;
			}
			this.#latestAuthor = by;
			// An earlier listener may have changed the list again.
			const list =
				revision === store.revision
					? store.getAll()
					: store.history().find((snapshot) => snapshot.revision === revision)
							?.todos;
			// The bounded history has dropped it. Followers notice that, and ask for the list.
			if (list === undefined) return;
			const todos = list.filter(
				(todo, place) => todo !== this.#sentTodos[place],
			);
			this.#sentTodos = list;
			const { length: size } = list;
			const head = { type: "change", owner: this.#id, revision, by };
			const decisions = readDecisionsSince(store, this.#sentRevision);
			this.#sentRevision = revision;
			const sites = readSites(store);
			this.#publish(() =>
				this.#send({ ...head, size, todos, decisions, sites }),
			);
			// What the model is writing is shown on the current list.
			if (conversationOf(this.agent)?.writing) this.#sendAgent();
		} catch {
			// An earlier listener freed the store.
			this.#endIfUnusable(store);
		}
	}

	/** Sends the followers what a write was denied. */
	#sendHeld(store: TodoStore, { revision, by, held = [] }: StoreChange): void {
		const keys = new Set(held.map(({ key }) => key));
		const decisions = store.decisions().filter(({ key }) => keys.has(key));
		const body = { owner: this.#id, revision, by, held, decisions };
		this.#publish(() => this.#send({ type: "held", ...body }));
	}

	#receive(
		text: unknown,
		reply: (text: string) => void,
		sender?: TransportSender,
	): void {
		const request = readMessage(text, "owner");
		if (request) void this.#answer(request, reply, sender);
	}

	async #answer(
		request: Body,
		reply: (text: string) => void,
		sender: TransportSender = { isTrusted: true },
	): Promise<void> {
		const { type, from, call = 0, owner } = request;
		const isOurs =
			typeof from === "string" &&
			(type === "get_state" ||
				(type === "call" && owner === this.#id && typeof call === "number"));
		if (!isOurs) return;
		const answer = (body: object) => reply(writeMessage(from, body));
		try {
			const asked = type === "call" ? readCall(request) : undefined;
			// Only true allows a call. A promise does not, nor what it rejects with.
			const allowed: unknown = !asked || this.#allow(asked, sender);
			Promise.resolve(allowed).catch(() => {});
			if (asked && allowed !== true)
				throw new TodoError(
					"not_allowed",
					`this follower may not call ${quote(readName(asked))}: the owner decides that, by the option allow of connect()`,
				);
			const store = this.#store ?? (await this.open());
			if (!asked) return this.#publish(() => answer(this.#makeState(store)));
			if (!isReading(asked)) await this.#checkDeletion(store);
			if ("run" in asked) {
				await this.#agent.call(asked.run, asked.args);
				return answer({ type: "answer", call });
			}
			const done = await this.#carryOutStored(store, asked);
			answer({ type: "answer", call, ...done });
		} catch (error) {
			answer({ type: "answer", call, error: writeError(error) });
			if (this.#store) this.#endIfUnusable(this.#store);
		}
	}

	#carryOut(store: TodoStore, call: ListCall): unknown {
		if ("method" in call) {
			const handle = store.as(call.by);
			try {
				const method = handle[call.method] as (...args: unknown[]) => unknown;
				// JSON has no undefined.
				const args = call.args.map((arg) => arg ?? undefined);
				return method.apply(handle, args);
			} finally {
				handle.free();
			}
		}
		const { tool, dialect, args } = call;
		// The call is a model's, also if the owner's handle is another author's.
		const handle = store.as("model");
		try {
			const served: AgentTool[] = tools(handle, { dialect });
			const found = served.find(({ name }) => name === tool);
			if (found) return found.call(args);
			throw invalid(
				`there is no tool ${quote(tool)} in this dialect: use one of ${served.map(({ name }) => name).join(", ")}`,
			);
		} finally {
			handle.free();
		}
	}
}

/** Reads the call of a request. Throws `invalid_argument` if there is no such method. */
function readCall({
	tool,
	dialect,
	method,
	by,
	args,
	run,
}: Body): FollowerCall {
	if (typeof tool === "string")
		return { tool, dialect: dialect as DialectName, args };
	const ofRun = runMethods.find((name) => name === run);
	if (ofRun && Array.isArray(args)) return { run: ofRun, args };
	const methods = listMethods();
	const known = methods.find((name) => name === method);
	if (known && Array.isArray(args) && isAuthor(by))
		return { method: known, by, args };
	throw invalid(
		`followers cannot call ${quote(method)}: use one of ${methods.join(", ")}`,
	);
}

/** Returns all decisions on the todos of which something was decided after a revision. */
function readDecisionsSince(store: TodoStore, revision: number): Decision[] {
	const all = store.decisions();
	const later = all.filter((decision) => decision.revision > revision);
	const keys = new Set(later.map(({ key }) => key));
	return all.filter(({ key }) => keys.has(key));
}

const readSites = ({ proposal, approval }: TodoStore): Sites => ({
	proposal,
	approval,
});

const readName = (call: FollowerCall): string =>
	"tool" in call ? call.tool : "run" in call ? call.run : call.method;

function isAllowed(
	call: FollowerCall,
	{ isTrusted, author }: TransportSender,
): boolean {
	if (isReading(call)) return true;
	if (author === undefined) return isTrusted;
	// A tool is a model's, and a run is answered by a person.
	return (
		author === ("method" in call ? call.by : "tool" in call ? "model" : "user")
	);
}

const isReading = (call: FollowerCall): boolean =>
	"method" in call && isReader(call.method);
