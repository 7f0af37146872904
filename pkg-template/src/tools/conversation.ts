// `Conversation`: one model's view of a store.

import type {
	DialectName,
	Outcome,
	PreviewTodo,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import * as core from "../../generated/agent_todos_bg.js";
import type { DialectTodos } from "../../generated/dialect-todos.js";
import { Listeners, type TodoError } from "../../generated/snippets.js";
import {
	check,
	checkFunction,
	checkMethods,
	invalid,
} from "../arguments/check.js";
import {
	copyOwn,
	type Expectation,
	expectInstance,
} from "../arguments/options.js";
import { nextTask } from "../arguments/timing.js";
import { checkStore } from "./check-store.js";
import { awaitsResult, Deliveries, type Others } from "./deliveries.js";
import type { WritingTodos } from "./todos.js";
import { type AgentTool, callOnChange, makeTools } from "./tool.js";

/** How `callXml` reads a text. */
export interface XmlOptions {
	/**
	 * Calls inside Markdown code: `"run"` (default), because many models put every call there, or
	 * `"skip"`, for a model that shows examples there. Beside a call outside of code they never run.
	 */
	readonly code?: "run" | "skip" | undefined;
	/**
	 * Calls of other tools than `todo`: `"refuse"` (default) answers them with an error;
	 * `"ignore"` leaves them to the host.
	 */
	readonly otherTools?: "refuse" | "ignore" | undefined;
}

/** The options of a `Conversation`. */
export interface ConversationOptions
	extends Omit<core.ConversationOptions, "confirm"> {
	/**
	 * Called for each todo that the model says is done. `true` completes it, a string sends it back
	 * with that reason, cut after 2,000 characters, and `"ask"`, `false` or `undefined` leave it
	 * claimed, for a person to confirm. `execute` of a tool awaits it, and the answer contains the
	 * verdict; `call` asks nobody. If it throws, the todo stays claimed and `execute` rejects with
	 * the error.
	 */
	readonly confirm?:
		| ((
				todo: Readonly<Todo>,
		  ) => boolean | string | undefined | Promise<boolean | string | undefined>)
		| undefined;
	/**
	 * The text that `checkpoint()` returned, for a store that was restored as well: the conversation
	 * continues from there, with the options of then, but for `confirm`, `onChange` and `drops` of
	 * these. A text of another dialect than `dialect` is left out. Default: the model has not seen
	 * the list yet.
	 *
	 * `remind(messages)` goes on from what stands in the messages. Without messages, the next
	 * reminder is the whole list, with what others changed since.
	 */
	readonly saved?: string | undefined;
}

/**
 * One model's view of a list, with the tools to change it. Several conversations may share a store,
 * and each has its own reminders.
 *
 * Positions in a call mean the list as it was when the model's turn began, whatever others or
 * earlier calls of the same message changed since. `reminder()`, which you call before each
 * request, begins a turn and reports what others changed. Without it, each answer does. What others
 * changed since the turn began is kept, and the answer says so.
 *
 * `call` of a tool carries a call out at once. `execute` also awaits the options `confirm` and
 * `onChange`, before the model reads the answer: with either of them, use it.
 *
 * @example
 * ```ts
 * import { Conversation, type ConversationOptions, type PreviewTodo, TodoStore } from "agent-todos";
 *
 * const store = new TodoStore();
 * const options: ConversationOptions = { dialect: "todo_manager", reminders: "changes", every: 20 };
 * const conversation = new Conversation(store, options);
 * console.log(conversation.prompt().includes("todo_manager")); // → true
 * conversation.tools[0].call('{"action":"add_multiple","todos":[{"content":"Find a kettle"},{"content":"Pay"}]}');
 * conversation.reminder(); // the whole list, the first time
 * store.as("user").complete(1);
 * console.log(conversation.reminder());
 * // → <browser-state>TODO list updated: 1 done, 1 todo. The user completed 1 ("Find a kettle").</browser-state>
 * const writing: readonly PreviewTodo[] | undefined = conversation.writing; // while the model writes a call
 * console.log(writing); // → undefined
 * ```
 */
export class Conversation<Dialect extends DialectName = DialectName> {
	/**
	 * The tools of the dialect, at least one, and `ask_user` with the option `ask`. `call` carries a
	 * call out at once; `execute` awaits `confirm` and `onChange` as well.
	 */
	readonly tools: readonly [AgentTool, ...AgentTool[]];
	/** The list. */
	readonly store: TodoStore;
	/** The form of the tools' schemas. */
	readonly schema: "lean" | "strict";
	/** @internal The JSON type of the ids of todos. */
	readonly _idType: "integer" | "string";
	readonly #core: core.CoreConversation;
	readonly #dialect: number;
	readonly #name: string | undefined;
	readonly #listeners = new Listeners();
	/** The `toldRevision` and the `writing` that the listeners know. */
	#reportedAt: number | undefined;
	#reportedWriting: WritingTodos;
	/** The latest preview, and the revision of the list that it is of. */
	#writing: WritingTodos;
	#previewedAt: number | undefined;
	readonly #callbacks: ConversationCallbacks;
	#isTurnScheduled = false;
	/** The reminders among the model's messages. */
	readonly #deliveries: Deliveries;
	/** Whether it was restored, and its messages have not been seen since. */
	#isResumed = false;

	/**
	 * Makes a conversation whose model has not seen the list yet, or continues the `saved` one.
	 *
	 * Throws `invalid_argument` if `store` is not a `TodoStore` or an option is unknown or ill-typed,
	 * `invalid_checkpoint` if `saved` is damaged, and `newer_checkpoint` if a newer version of the
	 * package wrote it.
	 */
	constructor(
		store: TodoStore,
		options?: ConversationOptions & { dialect?: Dialect | undefined },
	) {
		checkStore(store, "new Conversation(): store");
		this.store = store;
		const { callbacks, known, saved } = splitOptions(options);
		this.#callbacks = callbacks;
		this.#core = new core.CoreConversation(store, known);
		let described = describe(this.#core);
		if (saved !== undefined) {
			const { dialect, drops } = copyOwn(options as ConversationOptions);
			const restored = core.CoreConversation.fromCheckpoint(store, saved, {
				confirm: callbacks.confirm && true,
				drops,
			});
			const before = describe(restored);
			if (dialect === undefined || dialect === before.dialect) {
				this.#core.free();
				this.#core = restored;
				described = before;
				this.#isResumed = true;
			} else restored.free();
		}
		this.#reportedAt = this.toldRevision;
		this.#dialect = core.dialectIndex(described.dialect);
		this._idType = described.idType;
		this.schema = described.schema;
		this.#name = described.name;
		const call = (name: string, args: unknown, _: number, id: unknown) =>
			this.#record(id, () => this.#read(this.#core.callTool(name, args)));
		this.tools = makeTools<AgentTool>(
			() => described.tools,
			(name, args) => core.checkArguments(this.#dialect, name, args),
			{
				call,
				check: (name, args) => this.check(name, args),
				execute: async (name, args, place, id) => {
					const { confirm, onChange } = this.#callbacks;
					const outcome =
						confirm === undefined
							? call(name, args, place, id)
							: await this.#ask(
									confirm,
									this.#record(id, () => this.#core.beginCall(name, args)),
								);
					await callOnChange(outcome, onChange);
					this.#beginTurn(true);
					return outcome;
				},
			},
		) as [AgentTool, ...AgentTool[]];
		const names = this.tools.map(({ name }) => name);
		this.#deliveries = new Deliveries(described.deliveries, names);
	}

	/**
	 * Continues the conversation whose `checkpoint()` returned the text:
	 * `new Conversation(store, { ...options, saved: text })`.
	 *
	 * Throws what the constructor throws.
	 */
	static fromCheckpoint(
		store: TodoStore,
		text: string,
		options?: ConversationOptions,
	): Conversation {
		return makeConversation(store, { ...options, saved: String(text) });
	}

	/**
	 * @internal Applies what the model wrote in the arguments of another tool: its progress, or its
	 * plan. For `reporting`.
	 */
	_apply(what: "progress" | "plan", args: unknown): Outcome {
		return this.#record(undefined, () =>
			this.#read(this.#core.applyBeside(what === "plan", args)),
		);
	}

	/**
	 * @internal Returns who the model is, and what the host wants done after its calls, as options of
	 * another view for the same model.
	 */
	_model(): Pick<ConversationOptions, "name"> & ConversationCallbacks {
		return { ...this.#callbacks, name: this.#name };
	}

	/**
	 * @internal Writes the whole list in the name of somebody else, who read that of the revision
	 * `since`, in the form of the dialect's tool. Does nothing if the dialect has no tool that takes
	 * the whole list alone.
	 */
	_replaceAs(
		author: "user" | "host",
		todos: readonly unknown[],
		since = this.store.revision,
	): void {
		const [{ inputSchema }] = this.tools;
		const properties = Object.entries(inputSchema.properties);
		const list = properties.find(([, { type }]) => type === "array");
		if (list === undefined) return;
		using editor = this.store.as(author);
		core.callToolSince(editor, this.#dialect, { [list[0]]: todos }, since);
	}

	/**
	 * @internal Calls `write`, which changes the list through another view of this model. The changes
	 * are the model's own, and no news to it.
	 */
	_write<Result>(write: () => Result): Result {
		const { revision } = this.store;
		try {
			return write();
		} finally {
			this.#core.learnOwnSince(revision);
			this.#notifyOfTurn(this.toldRevision);
		}
	}

	/**
	 * @internal Awaits what the host wants done after calls whose outcomes nobody reads: `confirm`,
	 * then `onChange`.
	 */
	async _settle(outcomes: readonly Outcome[]): Promise<void> {
		const { confirm, onChange } = this.#callbacks;
		const last = outcomes.at(-1);
		if (confirm !== undefined && last !== undefined) {
			const claims = this.#core.takeClaims();
			const { asked, errors } = await this.#askAll(confirm, claims);
			if (errors.length > 0) throw errors[0];
			const verdicts = this.#core.replyLater(asked, []);
			last.notes = [...last.notes, ...verdicts];
			last.changed ||= last.revision !== this.store.revision;
			last.revision = this.store.revision;
		}
		for (const outcome of outcomes) await callOnChange(outcome, onChange);
	}

	/**
	 * Calls `confirm` for each claim, and returns the answer to the call with the verdicts. Throws
	 * the first error that `confirm` threw.
	 */
	async #ask(
		confirm: NonNullable<ConversationCallbacks["confirm"]>,
		call: core.CoreCall,
	): Promise<Outcome> {
		const claims = call.claims();
		const { asked, errors } =
			claims.length === 0
				? { asked: undefined, errors: [] }
				: await this.#askAll(confirm, claims);
		const outcome = this.#read(this.#core.answer(call, asked));
		if (errors.length > 0) throw errors[0];
		return outcome;
	}

	/**
	 * Calls `confirm` for each claim. Returns those that it was called for, and the errors that it
	 * threw.
	 */
	async #askAll(
		confirm: NonNullable<ConversationCallbacks["confirm"]>,
		claims: readonly string[],
	): Promise<{ asked: string[]; errors: unknown[] }> {
		const host = this.store.as("host");
		const asked: string[] = [];
		const errors: unknown[] = [];
		try {
			for (const key of claims) {
				const { revision } = host;
				const todo = host.getAll().find((todo) => todo.key === key);
				if (!todo?.claimed) continue;
				asked.push(key);
				try {
					const verdict = await confirm(todo);
					if (verdictsForPerson.includes(verdict)) continue;
					if (verdict !== true && typeof verdict !== "string")
						throw invalid(invalidVerdict);
					// A person may be faster, or change what is claimed, and the model may claim it again.
					const reason = verdict === true ? undefined : verdict;
					this.#core.settleClaim(key, revision, reason);
				} catch (error) {
					errors.push(error);
				}
			}
		} finally {
			host.free();
		}
		return { asked, errors };
	}

	/**
	 * Returns what a call of the tool with this name would return now, and changes nothing, as
	 * `check` of the tool does. It asks nobody: what has to be confirmed is claimed.
	 */
	check(name: string, args: unknown): Outcome {
		return this.#core.check(name, args);
	}

	/**
	 * Returns the list as it will be once the call is carried out that the model is still writing,
	 * and changes nothing. `text` is what it has written of the arguments so far: call it with each
	 * piece that a stream brings. `callId` tells apart the calls of one message.
	 *
	 * What shows early is each complete item of the call's list. Nothing leaves the list before the
	 * call is complete. What is one text or one todo shows when it is complete. `<agent-todos>` shows
	 * all of it by itself, also where it follows the list. The preview of a call ends when a tool of
	 * that name is called, or with an empty `text`; all end with the next `reminder()`.
	 *
	 * Never throws because of what the model sent.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, type PreviewTodo, TodoStore } from "agent-todos";
	 *
	 * const conversation = new Conversation(new TodoStore(), { dialect: "TodoWrite" });
	 * const text = '{"todos":[{"content":"Find a kettle","status":"pending"},{"content":"Com';
	 * const todos: ReadonlyArray<Readonly<PreviewTodo>> = conversation.preview("TodoWrite", text);
	 * console.log(todos); // → [ { id: 1, content: 'Find a kettle', status: 'todo', changed: true } ]
	 * console.log(conversation.store.size); // → 0
	 * ```
	 */
	preview(
		name: string,
		text: string,
		callId = "",
	): ReadonlyArray<Readonly<PreviewTodo>> {
		if (this.#core.write(name, text, callId)) {
			this.#writing = this.#preview();
			this.#notify(this.#reportedAt);
		}
		return this.writing ?? this.store.getAll();
	}

	/**
	 * The list as it will be once the calls are carried out that the model is writing: the same array
	 * until that changes. Undefined if it writes none. See `preview()`.
	 */
	get writing(): ReadonlyArray<Readonly<PreviewTodo>> | undefined {
		// Meanwhile, others change the list.
		if (this.#writing && this.#previewedAt !== this.store.revision)
			this.#writing = this.#preview();
		return this.#writing;
	}

	#preview(): WritingTodos {
		this.#previewedAt = this.store.revision;
		return this.#core.preview();
	}

	/**
	 * The revision up to which the model knows what others changed, or undefined if that is unknown
	 * or the model has not seen the list yet. The model does not know a person's change in a later
	 * revision yet.
	 */
	get toldRevision(): number | undefined {
		return this.#core.toldRevision();
	}

	/**
	 * Calls `listener` each time `toldRevision` changes, or `writing` by what the model does. An
	 * error that it throws is reported like that of an event listener. Returns the function that
	 * unsubscribes.
	 */
	subscribe(listener: () => void): () => void {
		checkFunction(listener, "Conversation.subscribe(): listener");
		return this.#listeners.add(() => listener());
	}

	/** Carries out a call, and records that it will stand in the messages. */
	#record<Result>(id: unknown, carryOut: () => Result): Result {
		const from = this.store.revision;
		const result = carryOut();
		this.#deliveries.recordCall(id, from, this.store.revision);
		return result;
	}

	/**
	 * Returns the outcome of a call. If the answer begins a turn, schedules it for the next task, as
	 * calls made at once belong to one message.
	 */
	#read<Outcome>({
		outcome,
		isTurnDue,
		toldRevision,
	}: core.Answered<Outcome>): Outcome {
		if (isTurnDue && !this.#isTurnScheduled) {
			this.#isTurnScheduled = true;
			nextTask(() => {
				this.#isTurnScheduled = false;
				this.#beginTurn(false);
			});
		}
		this.#notifyOfTurn(toldRevision);
		return outcome;
	}

	/**
	 * Begins the turn that is due. After an answer that was awaited, only the first: the caller may
	 * have waited for the list that it shows.
	 */
	#beginTurn(wasAwaited: boolean): void {
		try {
			this.#core.beginTurn(wasAwaited);
		} catch (error) {
			// The conversation ended meanwhile, and so did its turn.
			const { code } = error as TodoError;
			if (code !== "freed" && code !== "broken") throw error;
		}
	}

	/** Notifies the listeners of what a call or a reminder changed. */
	#notifyOfTurn(toldRevision: number | undefined): void {
		if (this.#writing) this.#writing = this.#preview();
		this.#notify(toldRevision);
	}

	/** Notifies the listeners if `toldRevision` or `writing` has changed. */
	#notify(toldRevision: number | undefined): void {
		const writing = this.#writing;
		if (toldRevision === this.#reportedAt && writing === this.#reportedWriting)
			return;
		this.#reportedAt = toldRevision;
		this.#reportedWriting = writing;
		this.#listeners.notify(toldRevision ?? 0, "model");
	}

	/**
	 * Returns the text to append to the messages now, or undefined. The model then counts as having
	 * read it.
	 *
	 * The text reports what others changed and who they are, even if that finished or emptied the
	 * list. It does not repeat the model's own changes. It is the whole list if others wrote it, and
	 * after `compacted()`. After `every` changes of the model since it last wrote or read the whole
	 * list, it says what is still open, and how many todos are settled.
	 */
	reminder(): string | undefined {
		// The messages that it has read are not to be seen.
		if (this.#isResumed && this.store.revision > 0) this.compacted();
		this.#isResumed = false;
		const text = this.#core.reminder(1);
		this.#notifyOfTurn(this.toldRevision);
		return text;
	}

	/**
	 * Returns the messages to send to the model, with the reminders: earlier ones in their places,
	 * and at the end what others changed since the last request, or the whole list with the
	 * decisions in force. Call it before each request, with the messages as you store them. It
	 * begins a turn.
	 *
	 * The news suffice while the messages begin with those of the last request and contain the calls
	 * since, by the id that you passed to `call` or `execute`. After anything else, such as a fork, a
	 * cut or a cleared result of the tools, the whole list goes last, once. A reminder stays as long
	 * as the messages before it are the same. If the messages contain calls of the tools, but none of
	 * this conversation, the reminder is its list, even if that is empty. At 200 reminders one whole
	 * list takes their place.
	 *
	 * Neither `messages` nor any of them is changed. You may store what is returned, or drop it.
	 * `makeMessage` makes the message of a reminder in the form of your framework; by default it is
	 * `{ role: "user", content }`. While a call waits for its result, which has to come first,
	 * nothing new is added.
	 *
	 * Throws `invalid_argument` if `messages` is not an array of objects.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, TodoStore } from "agent-todos";
	 *
	 * const store = new TodoStore();
	 * store.addMultiple(["Find a kettle"]);
	 * const conversation = new Conversation(store);
	 * const messages = [{ role: "user", content: "Buy me a kettle" }];
	 * const toSend = conversation.remind(messages);
	 * console.log(messages.length, toSend.length); // → 1 2
	 * ```
	 */
	remind<Message extends object>(
		messages: readonly Message[],
		makeMessage: (content: string) => Message = makeUserMessage,
	): Message[] {
		checkMessages(messages, "remind(): messages");
		checkFunction(makeMessage, "remind(): makeMessage");
		const others = this.#known().read(messages);
		if (!awaitsResult(others.messages)) this.#remind(others);
		return this.#deliveries.place(others, makeMessage);
	}

	/** Returns the reminders, without those of a list that was forgotten since. */
	#known(): Deliveries {
		this.#deliveries.forgetBefore(this.#core.forgottenAt());
		return this.#deliveries;
	}

	/** Records the messages of a request. Returns the text of the new reminder. */
	#remind(others: Others<unknown>): string | undefined {
		this.#isResumed = false;
		// Before the first revision, only messages of another conversation show a list.
		const isNew = this.store.revision === 0 && !others.showsAnother;
		const isCut = !others.isContinued && !isNew;
		if (isCut) this.#core.compacted();
		const text = this.#core.reminder(isCut ? 1 : others.answers);
		this.#notifyOfTurn(this.toldRevision);
		this.#deliveries.record(others, text, this.store.revision);
		return text;
	}

	/**
	 * Says that the model, which has a name, is still at work: see `TodoStore.heartbeat`. Each of its
	 * calls says so too.
	 */
	heartbeat(): void {
		using model = this.store.as("model", this.#name);
		model.heartbeat();
	}

	/**
	 * Appends the reminder to `messages`, if there is one, for a host that keeps it among its
	 * messages; `remind()` leaves them as they are. Call it before each request to the model.
	 * Messages that are already there stay unchanged, so that a provider's cache of them remains
	 * valid. Returns the new message, or undefined, also while a call waits for its result, which has
	 * to follow it.
	 *
	 * `role` defaults to `"user"`: many APIs refuse a system message in the middle of a conversation,
	 * and others move it to the beginning. In an array it finds what the model has read, as
	 * `remind()` does. Of anything else with a `push` it sees nothing: after you shorten that
	 * conversation, call `compacted()`.
	 *
	 * If `push` throws, the error passes through, and the next reminder is the whole list.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, TodoStore } from "agent-todos";
	 *
	 * const store = new TodoStore();
	 * store.addMultiple(["Find a kettle"]);
	 * const messages: { role: "user"; content: string }[] = [];
	 * const added = new Conversation(store).appendReminder(messages);
	 * console.log(messages.length, added?.role); // → 1 user
	 * ```
	 */
	appendReminder<Role extends string = "user">(
		messages: {
			push(message: { role: NoInfer<Role>; content: string }): unknown;
		},
		role: Role = "user" as Role,
	):
		| {
				/** The role that you passed. */
				role: Role;
				/** The reminder. */
				content: string;
		  }
		| undefined {
		checkMethods(messages, "appendReminder(): messages", "push");
		const content = Array.isArray(messages)
			? this.#remindIn(messages)
			: this.reminder();
		if (content === undefined) return undefined;
		const message = { role, content };
		try {
			messages.push(message);
		} catch (error) {
			// It may or may not be among the messages, so the next one is the whole list.
			this.compacted();
			throw error;
		}
		return message;
	}

	/** Returns the text of the new reminder, for a host that stores them all. */
	#remindIn(messages: readonly object[]): string | undefined {
		const others = this.#known().read(messages);
		if (awaitsResult(others.messages)) return undefined;
		const isContinued =
			others.isContinued && this.#deliveries.areStored(others);
		return this.#remind({ ...others, isContinued });
	}

	/**
	 * Returns a text that asks a model which stopped too early to continue, once for each set of open
	 * todos; otherwise undefined. Blocked todos, and todos that depend on others, do not count as
	 * open. Call `reminder()` as well, so that the model knows the list.
	 */
	nudge(): string | undefined {
		return this.#core.nudge();
	}

	/**
	 * Makes the next reminder the whole list. Call it when the conversation was shortened or resumed,
	 * as the list may have been in what was left out. `remind(messages)` sees that by itself.
	 */
	compacted(): void {
		this.#core.compacted();
	}

	/**
	 * Takes back what this conversation changed since a revision, as one new revision. Call it when
	 * the chat is edited, forked or cut: with the messages that are left, which show the revision, or
	 * with its number. `Outcome.revision` is the revision after a call, and `store.revision` as a
	 * message begins is the one to go back to. What anybody else decided since stays. The next
	 * reminder reports it, after a number with the whole list.
	 *
	 * Messages show it if you pass them to `remind()` or `appendReminder()` before each request. If
	 * they show none, it is the revision at which this conversation began. Only changes under this
	 * conversation's `name` are its own. Models without a name count as one.
	 *
	 * Throws `unknown_revision` if the revision is no longer kept, or is from before the latest merge
	 * with what another tab stored, or if messages show none and there were more than the remembered
	 * reminders and calls; `too_many_todos` if the list has no room for the todos that come back.
	 */
	rewind(to: number | readonly object[]): void {
		if (Array.isArray(to)) checkMessages(to, "rewind(): messages");
		const revision = Array.isArray(to) ? this._findRevision(to) : to;
		if (revision === undefined && to !== undefined) return;
		this.#core.rewind(revision as number);
		this.#notifyOfTurn(this.toldRevision);
	}

	/** @internal Returns the revision that messages show, to which `rewind` goes back. */
	_findRevision(messages: readonly object[]): number | undefined {
		return this.#known().findRevision(messages);
	}

	/**
	 * Finds and runs every `todo` call in XML in a model's text, in the form of the dialect
	 * `xml_call`. Returns one outcome for each call, in order. Its `text` is a `<tool_result>`
	 * element for the next user message. A failed call does not stop the others. A call that is not
	 * closed or has no name is an outcome with `ok` false; a call in an XML comment or in the model's
	 * reasoning (`<think>…</think>`) is ignored.
	 *
	 * Throws `invalid_argument` if `text` is not a string or an option is unknown or ill-typed.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, TodoStore } from "agent-todos";
	 *
	 * const conversation = new Conversation(new TodoStore(), { dialect: "xml_call" });
	 * const text = `Let me plan.
	 * <tool_call><tool_name>todo</tool_name><parameters>
	 * <action>write</action><todos>[{"id": "1", "content": "Find a kettle", "status": "pending"}]</todos>
	 * </parameters></tool_call>`;
	 * const outcomes = conversation.callXml(text, { otherTools: "ignore" });
	 * console.log(outcomes.map(({ ok }) => ok), conversation.store.size); // → [ true ] 1
	 * ```
	 */
	callXml(text: string, options?: XmlOptions): Outcome[] {
		return this.#record(undefined, () =>
			this.#read(this.#core.callXml(text, options, false)),
		) as Outcome[];
	}

	/**
	 * Completes the todos that a model without tools reports as done in its text: `[DONE:3]` or
	 * `[DONE:3,4]` anywhere, or a line that begins with `☑ 3`, by the ids of its last reminder.
	 * Returns the outcome, whose `text` is for the next user message if `ok` is false or there are
	 * `notes`; undefined if the text reports nothing. What stands in the model's reasoning, in
	 * Markdown code, in quotes or in a quoted line is no report.
	 *
	 * Throws `invalid_argument` if `text` is not a string.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, TodoStore } from "agent-todos";
	 *
	 * const conversation = new Conversation(new TodoStore());
	 * conversation.store.addMultiple(["Find a kettle", "Pay"]);
	 * conversation.reminder(); // send it to the model
	 * conversation.readProgress("The shop has one for 20 euros. [DONE:1]");
	 * console.log(conversation.store.todos.map(({ status }) => status)); // → [ 'done', 'todo' ]
	 * ```
	 */
	readProgress(text: string): Outcome | undefined {
		const from = this.store.revision;
		const answered = this.#core.readProgress(text);
		if (answered === undefined) return undefined;
		this.#deliveries.recordCall(undefined, from, this.store.revision);
		return this.#read(answered);
	}

	/** Calls `callXml`, and then awaits `confirm` and `onChange`, as `execute` of a tool does. */
	async executeXml(text: string, options?: XmlOptions): Promise<Outcome[]> {
		const { confirm, onChange } = this.#callbacks;
		const asks = confirm !== undefined;
		const answers = this.#record(undefined, () =>
			this.#read(this.#core.callXml(text, options, asks)),
		);
		const outcomes: Outcome[] = [];
		for (const answer of answers)
			outcomes.push(
				asks && answer instanceof core.CoreCall
					? await this.#ask(confirm, answer)
					: (answer as Outcome),
			);
		for (const outcome of outcomes) await callOnChange(outcome, onChange);
		this.#beginTurn(true);
		return outcomes;
	}

	/**
	 * Returns a prompt that belongs to the tools. `"system"` (default) is the section of the system
	 * prompt that says when and how to use them. The others ask a model for JSON: `"planner"` for a
	 * plan, `"classifier"` for whether a task needs a list, and `"validation"` for whether the task
	 * is complete.
	 *
	 * Throws `invalid_argument` if the kind does not exist.
	 */
	prompt(
		kind: "system" | "planner" | "classifier" | "validation" = "system",
	): string {
		return this.#core.prompt(kind);
	}

	/**
	 * Returns the list as the objects of the dialect's original tool, in its words and with the ids
	 * that its calls have, for interfaces and protocols that expect those: `{ content, status:
	 * "in_progress", activeForm }` for `TodoWrite`, `{ description, status }` for `write_todos`. What
	 * the tool requires and a todo lacks has a default: the active form is the content, and the
	 * priority `"medium"`. Each call returns new objects, which are yours. Name the dialect in `new
	 * Conversation(store, { dialect })` itself for their type.
	 *
	 * @example
	 * ```ts
	 * import { Conversation, type DialectTodos, TodoStore } from "agent-todos";
	 *
	 * const conversation = new Conversation(new TodoStore(), { dialect: "update_plan" });
	 * conversation.tools[0].call({ plan: [{ step: "Find a kettle", status: "in_progress" }] });
	 * const steps: DialectTodos["update_plan"][] = conversation.todos();
	 * console.log(steps); // → [ { step: 'Find a kettle', status: 'in_progress' } ]
	 * ```
	 */
	todos(): DialectTodos[Dialect][] {
		return JSON.parse(this.#core.todos());
	}

	/**
	 * Returns what the model knows as text. Store it together with the list, so that the conversation
	 * survives its worker.
	 */
	checkpoint(): string {
		return this.#core.checkpoint(this.#known().toString());
	}

	/** Releases the memory of the conversation. The store stays. */
	free(): void {
		this.#core.free();
	}

	/** Calls `free()`, for `using`. */
	[Symbol.dispose](): void {
		this.free();
	}
}

/** @internal Throws `invalid_argument`: `what` names the argument. */
export function checkConversation(
	value: unknown,
	what: string,
): asserts value is Conversation {
	check(value, what, expectConversation);
}

/** @internal */
export const expectConversation: Expectation = (value) =>
	expectInstance(value, Conversation, "a Conversation", "appendReminder");

/** Makes the message of a reminder in the form of most APIs. */
const makeUserMessage = (content: string): never =>
	({ role: "user", content }) as never;

/** Throws unless a value is an array of objects. */
function checkMessages(messages: unknown, what: string): void {
	const isMessage = (message: unknown) => Object(message) === message;
	if (!Array.isArray(messages) || !messages.every(isMessage))
		throw invalid(`${what} must be an array of objects`);
}

/** What `confirm` returns to leave a claim to a person. */
const verdictsForPerson: readonly unknown[] = [undefined, false, "ask"];

const invalidVerdict =
	'confirm() must return true, a reason, "ask", false or undefined';

/** The functions among the options. The core only has to know whether there is a `confirm`. */
type ConversationCallbacks = Pick<ConversationOptions, "confirm" | "onChange">;

/** What the core says of a conversation. The tools and the deliveries are JSON text. */
type Described = Pick<Conversation, "schema"> & {
	dialect: DialectName;
	idType: "integer" | "string";
	name?: string;
	tools: string;
	deliveries: string;
};

/** A class that names itself inside is given another name by bundlers. */
const makeConversation = (store: TodoStore, options: ConversationOptions) =>
	new Conversation(store, options);

/** Returns the functions among the options, and the options as the core reads them. */
function splitOptions(options: ConversationOptions | undefined) {
	const what = "new Conversation()";
	const { confirm, onChange, saved, ...rest } = copyOwn<ConversationOptions>(
		Object(options),
	);
	if (confirm !== undefined) checkFunction(confirm, `${what}: confirm`);
	if (onChange !== undefined) checkFunction(onChange, `${what}: onChange`);
	const isSplit = [confirm, onChange, saved].some((it) => it !== undefined);
	const forText = confirm === undefined ? rest : { ...rest, confirm: true };
	const known = (isSplit ? forText : options) as never;
	return { callbacks: { confirm, onChange }, known, saved };
}

const describe = (conversation: core.CoreConversation): Described =>
	copyOwn(JSON.parse(conversation.describe())) as Described;
