// `<agent-todos>`: the list, as a person sees it and works on it.

import type { Outcome, Todo } from "../../generated/agent_todos_bg.js";
import type { ConversationLike, RunLike } from "../connect/agent.js";
import { Announcer } from "./announcer.js";
import { Changes } from "./changes.js";
import {
	field,
	labelField,
	make,
	makeButton,
	makeIconButton,
	makePart,
	makeSubmitButton,
	makeText,
	setAttribute,
	setText,
} from "./dom.js";
import { drag } from "./drag.js";
import { handleKey } from "./keyboard.js";
import { type Labels, makeSay, type Say } from "./labels.js";
import { readDecisions } from "./news.js";
import { Past } from "./past.js";
import { ReplanPanel } from "./replan.js";
import { readView } from "./row.js";
import { Rows } from "./rows.js";
import { Session } from "./session.js";
import { SitesPanel } from "./sites.js";
import { type TodoSource, toList } from "./source.js";
import { getStyles } from "./style.js";
import {
	countStatus,
	describeCurrent,
	describeProgress,
	isSettled,
} from "./summary.js";

/** How `<agent-todos>` shows the list: as one line, as the whole list, as a plan for approval, or with the proposed sites for approval. */
export type TodosMode = "line" | "list" | "review" | "sites";

/** What a person approves by Start: the detail of the event `start`. */
export interface PlanStart {
	/** The revision that the person saw, for `approve()`. */
	readonly revision: number;
	/** The proposed sites that the person did not take out. */
	readonly sites: readonly string[];
	/** In the mode `"sites"`: no todo is approved with them. */
	readonly refs?: readonly [];
}

/** What a person wants different about a plan: the detail of the event `reject`. */
export interface PlanChanges {
	/** In the person's words. Reading it takes it: the element then closes its form. */
	readonly changes: string;
}

/** How much waits for the person: the detail of the event `waiting-change`. */
export interface WaitingChange {
	/** How many todos wait for the user. */
	readonly waiting: number;
}

/** Which todo a person opens: the detail of the event `open`. */
export interface TodoOpen {
	/** The todo, with its `data`. */
	readonly todo: Readonly<Todo>;
}

interface Agent {
	readonly conversation: ConversationLike | undefined;
	readonly run: Pick<RunLike, "start" | "reject" | "abort"> | undefined;
}

// A server imports this file, too, and has no HTMLElement.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const properties = ["list", "conversation", "run", "labels"] as const;

/**
 * The element `<agent-todos>`, which shows a list and lets a person edit it.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { AgentTodosElement, type ConversationLike, type Labels, type RunLike } from "agent-todos/element";
 * import type { PlanChanges, PlanStart, TodoOpen, TodoSource, TodosMode, WaitingChange } from "agent-todos/element";
 *
 * await init();
 * const list: TodoSource = new TodoStore();
 * const mode: TodosMode = "review";
 * const labels: Labels = { start: "Go" };
 * const run: RunLike = { start: () => console.log("started"), abort: () => {} };
 * const conversation: ConversationLike = { toldRevision: undefined };
 * const element = Object.assign(new AgentTodosElement(), { list, mode, labels, run, conversation });
 * element.addEventListener("start", (event) => console.log((event as CustomEvent<PlanStart>).detail.sites));
 * element.addEventListener("open", (event) => console.log((event as CustomEvent<TodoOpen>).detail.todo.data));
 * element.addEventListener("waiting-change", (event) => console.log((event as CustomEvent<WaitingChange>).detail.waiting));
 * element.addEventListener("reject", (event) => console.log((event as CustomEvent<PlanChanges>).detail.changes));
 * document.body.append(element);
 * console.log(element.localName, element.mode); // → agent-todos review
 * ```
 */
export class AgentTodosElement extends Base {
	/** The attributes that the element observes. */
	static readonly observedAttributes = ["mode"];
	readonly #root: ShadowRoot;
	#list: TodoSource | undefined;
	#conversation: ConversationLike | undefined;
	#run: RunLike | undefined;
	#labels: Labels = {};
	#say: Say = makeSay({});
	#session: Session | undefined;
	#isDue = false;
	#shownMode: TodosMode | undefined;

	readonly #title = makePart("p", "title");
	readonly #count = makeCounter();
	readonly #progress = make("progress", { part: "progress" });
	readonly #undo = makeIconButton("undo", "undo");
	readonly #head = makePart(
		"div",
		"head",
		this.#title,
		this.#progress,
		this.#count,
		this.#undo,
	);
	readonly #lineText = makeText("current");
	readonly #lineCount = makeCounter();
	readonly #line = makePart("div", "line", this.#lineText, this.#lineCount);
	readonly #offline = make("p", { class: "offline" });
	readonly #replan = new ReplanPanel();
	readonly #sites = new SitesPanel();
	readonly #empty = makePart("p", "empty");
	readonly #rows = new Rows();
	readonly #addField = make("input", field);
	readonly #addButton = makeSubmitButton();
	readonly #add = make(
		"form",
		{ class: "add", part: "add", "data-form": "add" },
		this.#addField,
		this.#addButton,
	);
	readonly #start = makeButton("start", {
		class: "start",
		part: "button start",
	});
	readonly #abort = makeButton("abort", { part: "button abort" });
	readonly #changes = new Changes();
	readonly #foot = makePart(
		"div",
		"foot",
		this.#start,
		this.#changes.button,
		this.#abort,
	);
	readonly #error = makePart("div", "error");
	readonly #alert = make("div", { role: "alert" }, this.#error);
	readonly #announcer = new Announcer();
	readonly #past = new Past(this.#say);

	constructor() {
		super();
		this.#root = this.attachShadow({ mode: "open" });
		this.#root.append(
			this.#line,
			this.#head,
			this.#offline,
			this.#replan.element,
			this.#sites.element,
			this.#empty,
			this.#rows.element,
			this.#add,
			this.#alert,
			this.#foot,
			this.#changes.form,
			this.#past.element,
			this.#announcer.element,
		);
		this.#error.hidden = true;
		this.#root.addEventListener("click", (event) => this.#handleClick(event));
		this.#root.addEventListener("submit", (event) => this.#handleSubmit(event));
		this.#root.addEventListener("keydown", (event) =>
			this.#handleKeyDown(event as KeyboardEvent),
		);
		this.#root.addEventListener("pointerdown", (event) =>
			this.#handlePointerDown(event as PointerEvent),
		);
		this.#label();
	}

	// What a host sets ---------------------------------------------------------------------------

	/** The list: a store, or a follower of one, which brings its `conversation` and its `run` along. */
	get list(): TodoSource | undefined {
		return this.#list;
	}
	/** Sets the list. */
	set list(list: TodoSource | undefined) {
		if (list === this.#list) return;
		this.#list = list;
		this.#begin();
	}

	/**
	 * The agent's conversation, from which the element shows whether the agent knows of each change. A follower brings
	 * its own along.
	 */
	get conversation(): ConversationLike | undefined {
		return this.#conversation;
	}
	/** Sets the conversation. */
	set conversation(conversation: ConversationLike | undefined) {
		this.#conversation = conversation;
		this.#attachAgent();
		this.#schedule();
	}

	/**
	 * The run that the buttons start and stop, unless an event listener prevents it. The Stop button appears while
	 * this is set. A follower brings its own along, with a Stop button while that is running.
	 */
	get run(): RunLike | undefined {
		return this.#run;
	}
	/** Sets the run. */
	set run(run: RunLike | undefined) {
		this.#run = run;
		this.#schedule();
	}

	/** The texts of the element, for other languages. A missing one is shown in English. */
	get labels(): Labels {
		return this.#labels;
	}
	/** Sets the texts. */
	set labels(labels: Labels | undefined) {
		this.#labels = labels ?? {};
		this.#say = makeSay(this.#labels);
		this.#label();
		this.#schedule();
	}

	/** Reflects the attribute `mode`. Default `"list"`. */
	get mode(): TodosMode {
		const mode = this.getAttribute("mode");
		return mode === "line" || mode === "review" || mode === "sites"
			? mode
			: "list";
	}
	/** Sets the mode. */
	set mode(mode: TodosMode | undefined) {
		setAttribute(this, "mode", mode ?? null);
	}

	/**
	 * Shows a call's notes on the rows that the call changed, until those rows change again. Pass the outcome of
	 * every call, including those without notes: a change since the previous call is attributed to this one.
	 */
	showNotes(outcome: Pick<Outcome, "notes" | "revision">): void {
		if (this.#session?.keepNotes(outcome) === false)
			this.#announcer.tell(outcome.notes.join("\n"), this.#say);
		this.#schedule();
	}

	/** Called by the browser when the element is inserted into a document. */
	connectedCallback(): void {
		// A style sheet belongs to one document.
		this.#root.adoptedStyleSheets = getStyles(this.ownerDocument);
		for (const name of properties) this.#upgrade(name);
		this.#session?.listen();
		this.#past.refresh();
		this.#attachAgent();
	}

	/** Called by the browser when the element is removed from a document. */
	disconnectedCallback(): void {
		this.#session?.leave();
		this.#rows.release();
		this.#leaveAgent();
		this.#announcer.clear();
	}

	/** Called by the browser when an observed attribute changes. */
	attributeChangedCallback(): void {
		this.#label();
		this.#schedule();
	}

	/** Sets a property again that was set before the element was defined, and so hides the class's accessor. */
	#upgrade(name: (typeof properties)[number]): void {
		if (!Object.hasOwn(this, name)) return;
		const value = this[name];
		delete this[name];
		Object.assign(this, { [name]: value });
	}

	// The list -----------------------------------------------------------------------------------

	/** Shows another list. */
	#begin(): void {
		this.#startSession();
		this.#addField.value = "";
		this.#changes.end();
	}

	/** Shows the list again, and nothing of what was shown before: open forms are closed. */
	#startSession(): void {
		const list = this.#list && toList(this.#list);
		this.#session?.end();
		this.#session =
			list &&
			new Session(list, {
				changed: () => {
					this.#past.refresh();
					this.#schedule();
				},
				happened: (changes) => this.#announcer.tellChanges(changes, this.#say),
				emptied: () => {
					this.#startSession();
					this.#announcer.tell(this.#say("empty"), this.#say);
				},
				answered: (error) => this.#showError(error),
			});
		// The next keys are meant for the former list, too, and must not reach a button of this one.
		const active = this.#root.activeElement as HTMLElement | null;
		if (active?.closest("form, .row")) {
			active.blur();
			this.#rows.element.focus();
		}
		this.#rows.begin(this.#session);
		this.#past.begin(this.#session);
		this.#replan.render(undefined, false, this.#say);
		this.#sites.begin();
		setText(this.#lineText, "");
		this.#announcer.clear();
		this.#showError(undefined);
		if (this.isConnected) this.#session?.listen();
		this.#attachAgent();
		this.#schedule();
	}

	/** The agent that was set, or the follower's. */
	get #agent(): Agent {
		const { conversation, run } = this.#session?.list ?? {};
		return {
			conversation: this.#conversation ?? conversation,
			run: this.#run ?? (run?.isRunning ? run : undefined),
		};
	}

	#leaveAgent = () => {};

	#attachAgent(): void {
		this.#leaveAgent();
		if (!this.isConnected) return;
		const { conversation, run } = this.#session?.list ?? {};
		const offs = [this.#conversation ?? conversation, run].map((it) =>
			it?.subscribe?.(() => this.#schedule()),
		);
		this.#leaveAgent = () => {
			for (const off of offs) off?.();
		};
	}

	/** Shows why something was refused, until something else is done. */
	#showError(error: unknown): void {
		this.#error.hidden = error === undefined;
		if (error === undefined) {
			this.#error.replaceChildren();
			return;
		}
		const message = String((error as Error | null)?.message ?? error);
		this.#error.replaceChildren(
			make("span", { dir: "auto" }, message),
			makeButton("forget-error", {}, this.#say("dismiss")),
		);
	}

	// What is seen -------------------------------------------------------------------------------

	#schedule(): void {
		if (this.#isDue || !this.isConnected) return;
		this.#isDue = true;
		queueMicrotask(() => {
			this.#isDue = false;
			if (this.isConnected) this.#render();
		});
	}

	#label(): void {
		const say = this.#say;
		const title = say(this.mode === "review" ? "review" : "list");
		setText(this.#title, title);
		setText(this.#empty, say("empty"));
		setText(this.#offline, say("disconnected"));
		setText(this.#addButton, say("add"));
		setText(this.#start, say(this.mode === "sites" ? "allow" : "start"));
		setText(this.#abort, say("abort"));
		this.#changes.label(say);
		setAttribute(this.#rows.element, "aria-label", title);
		setAttribute(this.#progress, "aria-label", say("progress"));
		setAttribute(this.#undo, "aria-label", say("undo"));
		labelField(this.#addField, say("addWhat"));
		this.#past.label(say);
	}

	#render(): void {
		const session = this.#session;
		const { list } = session ?? {};
		const todos = list?.todos ?? [];
		if (session) session.shown = session.list.revision;
		const isLine = this.mode === "line";
		const count = describeProgress(todos, this.#say);
		this.#countWaiting(todos);
		if (this.#shownMode !== this.mode) {
			this.#shownMode = this.mode;
			const isAlwaysThere = [this.#announcer.element, this.#alert];
			for (const element of this.#root.children)
				if (!isAlwaysThere.includes(element as HTMLDivElement))
					(element as HTMLElement).hidden = isLine !== (element === this.#line);
		}
		if (isLine) {
			setText(this.#lineText, describeCurrent(todos, this.#say));
			setText(this.#lineCount, todos.length > 0 ? count : "");
			return;
		}
		setText(this.#count, count);
		this.#progress.max = Math.max(todos.length, 1);
		this.#progress.value = countStatus(todos, "done");
		this.#empty.hidden = todos.length > 0;
		this.#rows.element.hidden = todos.length === 0;
		this.#offline.hidden = list?.isConnected !== false;
		const isReview = this.mode === "review";
		const isChoice = this.mode === "sites" && Boolean(list?.proposal);
		const { conversation, run } = this.#agent;
		const isDoing = todos.some(({ status }) => status === "doing");
		this.#start.hidden = !isReview && !isChoice;
		this.#start.disabled = isReview && todos.every(isSettled);
		this.#abort.hidden = !isDoing && (isReview || !run);
		this.#changes.render(isReview);
		this.#foot.hidden = this.#start.hidden && this.#abort.hidden;
		const open = todos.filter((todo) => !isSettled(todo));
		const isApproved =
			open.length > 0 && open.every(({ approved }) => approved);
		const title = isReview ? "review" : "list";
		setText(this.#title, this.#say(isApproved ? "approvedPlan" : title));
		const isSince = Boolean(list?.approval);
		this.#replan.render(session?.replan, isSince, this.#say);
		this.#sites.render(list, isReview || isChoice, this.#say);
		if (!session) return;
		const decisions = readDecisions(session.list);
		const told = conversation?.toldRevision;
		this.#rows.render(
			todos,
			(todo) =>
				readView(todo, decisions.get(todo.key) ?? [], told, session, this.#say),
			this.#addField,
		);
	}

	#waiting = 0;

	/** Reports when another number of todos waits for the user. */
	#countWaiting(todos: readonly Readonly<Todo>[]): void {
		const waiting = todos.filter((todo) => todo.waiting === "user").length;
		if (waiting === this.#waiting) return;
		this.#waiting = waiting;
		const detail: WaitingChange = { waiting };
		this.dispatchEvent(new CustomEvent("waiting-change", { detail }));
	}

	// What a person does -------------------------------------------------------------------------

	#handleClick({ target }: Event): void {
		const button = (target as Element).closest<HTMLElement>("[data-do]");
		if (!button) return;
		const row = this.#rows.find(button);
		const { do: action } = button.dataset;
		if (row) row.act(action);
		else this.#act(action);
	}

	#act(action = ""): void {
		const session = this.#session;
		const actions: Readonly<Record<string, () => unknown>> = {
			undo: async () => {
				const done = await session?.call("undo", { revision: session.shown });
				if (done?.value === false)
					this.#announcer.tell(this.#say("nothingToUndo"), this.#say);
			},
			start: async () => {
				const revision = session?.shown ?? 0;
				const sites = this.#sites.chosen;
				const isChoice = this.mode === "sites";
				// In this mode the agent is already at work, and only sites are approved.
				const approval = { revision, sites, ...(isChoice && { refs: [] }) };
				if (!this.#ask("start", approval)) return;
				// Starting a plan approves it. What was not approved is not started.
				const isApproved = session && (await session.call("approve", approval));
				if (!isApproved || isChoice) return;
				// The person has seen how it changed.
				session.replan = undefined;
				this.#schedule();
				if (session === this.#session)
					await this.#try(() =>
						this.#agent.run?.start?.({ revision: session.list.revision }),
					);
			},
			abort: async () => {
				if (!this.#ask("abort")) return;
				const { run } = this.#agent;
				if (run) await this.#try(() => run.abort());
				else session?.call("abort");
			},
			revoke: () => session?.call("revoke"),
			changes: () => this.#changes.open(),
			"cancel-changes": () => this.#changes.close(),
			"forget-replan": () => {
				if (session) session.replan = undefined;
				this.#schedule();
			},
			"forget-error": () => this.#showError(undefined),
		};
		actions[action]?.();
	}

	/** Dispatches an event. Returns whether the host leaves the rest to the element. */
	#ask(name: "start" | "abort" | "reject", detail?: object) {
		return this.dispatchEvent(
			new CustomEvent(name, { cancelable: true, detail }),
		);
	}

	#handleSubmit(event: Event): void {
		event.preventDefault();
		const row = this.#rows.find(event.target);
		if (row) void row.submit();
		else if (event.target === this.#changes.form) void this.#reject();
		else void this.#submitNew();
	}

	/** Passes on the requested changes. The form stays open until somebody has taken them. */
	async #reject(): Promise<void> {
		const changes = this.#changes.text;
		if (changes === "") return;
		let isTaken = false;
		const detail = {
			// Reading it takes it, as an event does not say whether anybody listens.
			get changes() {
				isTaken = true;
				return changes;
			},
		};
		const { run } = this.#agent;
		if (this.#ask("reject", detail) && run?.reject) {
			isTaken = true;
			if (!(await this.#try(() => run.reject?.(changes)))) return;
		}
		this.#showError(isTaken ? undefined : new Error(this.#say("notTaken")));
		if (isTaken && this.#changes.text === changes) this.#changes.finish();
	}

	/** Calls the host. Shows an error, and returns whether there was none. */
	async #try(act: () => unknown): Promise<boolean> {
		try {
			await act();
			return true;
		} catch (error) {
			this.#showError(error ?? new Error());
			return false;
		}
	}

	async #submitNew(): Promise<void> {
		const session = this.#session;
		const { value } = this.#addField;
		if (!session || value.trim() === "") return;
		const done = await session.call("addMultiple", [value]);
		// A person may type the next one meanwhile.
		const isSame = session === this.#session && this.#addField.value === value;
		if (done && isSame) this.#addField.value = "";
	}

	#handleKeyDown(event: KeyboardEvent): void {
		const { key, shiftKey, ctrlKey, metaKey, isComposing } = event;
		if (isComposing) return;
		const isIn = (event.target as Element).closest("form");
		const isUndo = (ctrlKey || metaKey) && !shiftKey && key === "z" && !isIn;
		if (isUndo) this.#act("undo");
		const isLeft = key === "Escape" && isIn === this.#changes.form;
		if (isLeft) this.#act("cancel-changes");
		if (isUndo || isLeft || handleKey(this.#rows, event))
			event.preventDefault();
	}

	#handlePointerDown(event: PointerEvent): void {
		const handle = (event.target as Element).closest<HTMLElement>(
			"[data-do=move]",
		);
		const row = handle && this.#rows.find(handle);
		if (!handle || !row || event.button !== 0) return;
		row.release();
		row.hold(drag(event, handle, row, this.#rows));
	}
}

const makeCounter = () =>
	make("span", { class: "count", part: "count", dir: "auto" });
