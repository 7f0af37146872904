// `<agent-todos>`: the list, as a person sees it and works on it.

import type {
	Outcome,
	Snapshot,
	StoreChange,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import type { FollowerMethod } from "../connect/owner.js";
import { iconButton, make, setAttribute, setText } from "./dom.js";
import { type Labels, type Say, sayer } from "./labels.js";
import { type Change, isSettled, Ledger } from "./ledger.js";
import { Past } from "./past.js";
import { isOthers, Row } from "./row.js";
import { type List, listOf, type TodoSource } from "./source.js";
import { style } from "./style.js";

/** How `<agent-todos>` shows the list: as one line, as the whole list, or as a plan for approval. */
export type TodosMode = "line" | "list" | "review";

/**
 * Tells how much of the list an agent knows: a `Conversation`, or what a page received of one in another context.
 */
export interface ConversationLike {
	/** As `Conversation.toldRevision`. */
	readonly toldRevision: number | undefined;
	/**
	 * As `Conversation.subscribe`. Without it, set the element's `conversation` again when `toldRevision` changes.
	 */
	readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** A run that a person can start and stop: what `runAgent` returns, for example. */
export interface RunLike {
	/** Starts the run, for the Start button. */
	readonly start?: (() => void) | undefined;
	/** Stops the run, for the Stop button. */
	abort(): void;
}

// A server has no HTMLElement, and imports this all the same.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const properties = ["store", "conversation", "run", "labels"] as const;

/** How long changes are collected for one announcement, in milliseconds. */
const betweenAnnouncements = 500;

/**
 * The element `<agent-todos>`, which shows a list and lets a person edit it.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { AgentTodosElement, type ConversationLike, type Labels, type RunLike } from "agent-todos/element";
 * import type { TodoSource, TodosMode } from "agent-todos/element";
 *
 * await init();
 * const store: TodoSource = new TodoStore();
 * const mode: TodosMode = "review";
 * const labels: Labels = { start: "Go" };
 * const run: RunLike = { start: () => console.log("started"), abort: () => {} };
 * const conversation: ConversationLike = { toldRevision: undefined };
 * const element = Object.assign(new AgentTodosElement(), { store, mode, labels, run, conversation });
 * document.body.append(element);
 * console.log(element.localName, element.mode); // → agent-todos review
 * ```
 */
export class AgentTodosElement extends Base {
	/** The attributes that the element observes. */
	static readonly observedAttributes = ["mode"];
	readonly #root: ShadowRoot;
	#store: TodoSource | undefined;
	#conversation: ConversationLike | undefined;
	#run: RunLike | undefined;
	#labels: Labels = {};
	#say: Say = sayer({});

	#list: List | undefined;
	#ledger = new Ledger();
	#leave: (() => void)[] = [];
	readonly #rows = new Map<string, Row>();
	#notes = new Map<string, string>();
	/** The one button of the grid that Tab comes to. */
	#current: HTMLElement | undefined;
	/** The todo that the person is moving. */
	#moving: string | undefined;
	/** Up to which revision notes were shown. */
	#noted = 0;
	#isDue = false;
	#news: string[] = [];
	#announcing: ReturnType<typeof setTimeout> | undefined;

	readonly #title = make("p", { class: "title", part: "title" });
	readonly #count = make("span", {
		class: "count",
		part: "count",
		dir: "auto",
	});
	readonly #progress = make("progress", { part: "progress" });
	readonly #undo = iconButton("undo", "undo");
	readonly #head = make(
		"div",
		{ class: "head", part: "head" },
		this.#title,
		this.#progress,
		this.#count,
		this.#undo,
	);
	readonly #lineText = make("span", { class: "current", dir: "auto" });
	readonly #lineCount = make("span", {
		class: "count",
		part: "count",
		dir: "auto",
	});
	readonly #line = make(
		"div",
		{ class: "line", part: "line" },
		this.#lineText,
		this.#lineCount,
	);
	readonly #offline = make("p", { class: "offline" });
	readonly #replan = make("div", { class: "replan", part: "replan" });
	readonly #empty = make("p", { class: "empty", part: "empty" });
	readonly #grid = make("div", { role: "grid", part: "list" });
	readonly #addField = make("input", {
		name: "text",
		part: "input",
		dir: "auto",
		autocomplete: "off",
	});
	readonly #addButton = make("button", { type: "submit", part: "button" });
	readonly #add = make(
		"form",
		{ class: "add", part: "add", "data-form": "add" },
		this.#addField,
		this.#addButton,
	);
	readonly #finished = make("div", { class: "finished", part: "finished" });
	readonly #start = make("button", {
		type: "button",
		class: "start",
		part: "button start",
		"data-do": "start",
	});
	readonly #abort = make("button", {
		type: "button",
		part: "button abort",
		"data-do": "abort",
	});
	readonly #foot = make(
		"div",
		{ class: "foot", part: "foot" },
		this.#start,
		this.#abort,
	);
	readonly #error = make("div", { class: "error", part: "error" });
	readonly #alert = make("div", { role: "alert" }, this.#error);
	readonly #live = make("div", { role: "status", class: "live" });
	readonly #past: Past;

	constructor() {
		super();
		this.#past = new Past(
			{
				history: () => this.#history(),
				restore: (revision) => void this.#call("restoreRevision", revision),
				restoreTodo: (todo) => void this.#restore(todo),
				today: (key) => this.#rows.get(key)?.todo,
				failed: (error) => this.#fail(error),
			},
			this.#say,
		);
		this.#root = this.attachShadow({ mode: "open" });
		this.#root.adoptedStyleSheets = [style()];
		this.#root.append(
			this.#line,
			this.#head,
			this.#offline,
			this.#replan,
			this.#empty,
			this.#grid,
			this.#add,
			this.#alert,
			this.#foot,
			this.#finished,
			this.#past.element,
			this.#live,
		);
		this.#error.hidden = true;
		this.#root.addEventListener("click", (event) => this.#clicked(event));
		this.#root.addEventListener("submit", (event) => this.#submitted(event));
		this.#root.addEventListener("keydown", (event) =>
			this.#pressed(event as KeyboardEvent),
		);
		this.#root.addEventListener("pointerdown", (event) =>
			this.#grabbed(event as PointerEvent),
		);
		this.#grid.addEventListener("focusin", ({ target }) => {
			const button = target as HTMLElement;
			if (!button.closest("form")) this.#rove(button);
		});
		this.#label();
	}

	// What a host sets ---------------------------------------------------------------------------

	/** The list: a store, or a follower of one. */
	get store(): TodoSource | undefined {
		return this.#store;
	}
	/** Sets the list. */
	set store(store: TodoSource | undefined) {
		if (store === this.#store) return;
		this.#store = store;
		if (this.isConnected) this.#attach();
	}

	/** The agent's conversation, from which the element shows whether the agent knows of each change. */
	get conversation(): ConversationLike | undefined {
		return this.#conversation;
	}
	/** Sets the conversation. */
	set conversation(conversation: ConversationLike | undefined) {
		this.#conversation = conversation;
		if (this.isConnected) this.#attachConversation();
		this.#schedule();
	}

	/**
	 * The run that the buttons start and stop, unless an event listener prevents it. The Stop button appears while
	 * this is set.
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
		this.#say = sayer(this.#labels);
		this.#label();
		this.#schedule();
	}

	/** Reflects the attribute `mode`. Default `"list"`. */
	get mode(): TodosMode {
		const mode = this.getAttribute("mode");
		return mode === "line" || mode === "review" ? mode : "list";
	}
	/** Sets the mode. */
	set mode(mode: TodosMode | undefined) {
		setAttribute(this, "mode", mode ?? null);
	}

	/**
	 * Shows a call's notes on the rows that the call changed, until those rows change again. Pass the outcome of
	 * every call, including those without notes: a change since the previous call is attributed to this one.
	 */
	showNotes({ notes, revision }: Pick<Outcome, "notes" | "revision">): void {
		const from = this.#noted;
		this.#noted = revision;
		if (notes.length === 0) return;
		const rows = [...this.#ledger.entries].filter(
			([, entry]) =>
				entry.by === "model" &&
				entry.revision > from &&
				entry.revision <= revision,
		);
		for (const [key] of rows) {
			// A note names its item, where there are several.
			const content = this.#todo(key)?.content ?? "";
			const own = notes.filter((note) => note.includes(content));
			this.#notes.set(key, (own.length > 0 ? own : notes).join("\n"));
		}
		if (rows.length === 0) this.#tell(notes.join("\n"));
		this.#schedule();
	}

	/** Called by the browser when the element is inserted into a document. */
	connectedCallback(): void {
		for (const name of properties) this.#upgrade(name);
		this.#attach();
		this.#attachConversation();
	}

	/** Called by the browser when the element is removed from a document. */
	disconnectedCallback(): void {
		this.#detach();
		this.#leaveConversation();
		clearTimeout(this.#announcing);
		this.#announcing = undefined;
		this.#news = [];
	}

	/** Called by the browser when an observed attribute changes. */
	attributeChangedCallback(): void {
		this.#label();
		this.#schedule();
	}

	/** A property that was set before the element was defined hides the class's own. */
	#upgrade(name: (typeof properties)[number]): void {
		if (!Object.hasOwn(this, name)) return;
		const value = this[name];
		delete this[name];
		Object.assign(this, { [name]: value });
	}

	// The list -----------------------------------------------------------------------------------

	#attach(): void {
		this.#detach();
		const list = this.#store && listOf(this.#store);
		this.#list = list;
		this.#ledger = new Ledger();
		this.#notes.clear();
		this.#schedule();
		if (!list) return;
		this.#ledger.begin(list.todos, list.revision);
		this.#noted = list.revision;
		this.#leave.push(list.subscribe((change) => this.#changed(list, change)));
		void this.#recall(list);
	}

	#detach(): void {
		for (const leave of this.#leave.splice(0)) leave();
		this.#list = undefined;
		this.#past.clear();
	}

	/** What was heard of since the history was asked for. */
	#meanwhile: Parameters<Ledger["record"]>[] | undefined;

	/** Reads up on what was before. */
	async #recall(list: List): Promise<void> {
		const ledger = new Ledger();
		const { revision } = list;
		this.#meanwhile = [];
		let history: readonly Snapshot[] = [];
		try {
			history = await list.call("history");
		} catch {} // A list that may only be looked at: what is changed from now on is still seen.
		if (list !== this.#list) return;
		const meanwhile = this.#meanwhile;
		this.#meanwhile = undefined;
		const [oldest, ...later] = history.filter(
			(snapshot) => snapshot.revision <= revision,
		);
		if (!oldest) return;
		// Who made the oldest what it is, it does not say.
		ledger.begin(oldest.todos, oldest.revision);
		for (const snapshot of later) ledger.record(snapshot);
		ledger.replan = undefined;
		for (const change of meanwhile) ledger.record(...change);
		this.#ledger = ledger;
		this.#schedule();
	}

	#changed(list: List, change: StoreChange): void {
		const { todos, revision } = list;
		const snapshot = { revision, by: change.by, at: Date.now(), todos };
		this.#meanwhile?.push([snapshot, this.#moving]);
		const changes = this.#ledger.record(snapshot, this.#moving);
		for (const change of changes) this.#notes.delete(change.todo.key);
		this.#announce(changes, change);
		this.#schedule();
		this.#past.changed();
	}

	#leaveConversation = () => {};

	#attachConversation(): void {
		this.#leaveConversation();
		this.#leaveConversation =
			this.#conversation?.subscribe?.(() => this.#schedule()) ?? (() => {});
	}

	#todo(key: string | undefined): Readonly<Todo> | undefined {
		return this.#list?.todos.find((todo) => todo.key === key);
	}

	async #history(): Promise<readonly Snapshot[]> {
		return (await this.#list?.call("history")) ?? [];
	}

	/** Changes the list as the person. Says what was refused, and returns what came of the rest. */
	async #call<Method extends FollowerMethod>(
		method: Method,
		...args: Parameters<TodoStore[Method]>
	): Promise<{ value: ReturnType<TodoStore[Method]> } | undefined> {
		const list = this.#list;
		if (!list) return undefined;
		try {
			const value = await list.call(method, ...args);
			this.#error.hidden = true;
			return { value };
		} catch (error) {
			this.#fail(error);
			return undefined;
		}
	}

	#fail(error: unknown): void {
		const message = String((error as Error | undefined)?.message ?? error);
		this.#error.replaceChildren(
			make("span", { dir: "auto" }, message),
			make(
				"button",
				{ type: "button", part: "button", "data-do": "forget-error" },
				this.#say("dismiss"),
			),
		);
		this.#error.hidden = false;
		this.#schedule();
	}

	/** One todo as it was: where it is still on the list, what differs is changed back; else it is added where it stood. */
	async #restore(was: Readonly<Todo>): Promise<void> {
		const list = this.#list;
		if (!list) return;
		let key = this.#todo(was.key)?.key;
		if (key === undefined) {
			const place = Math.min(was.id - 1, list.todos.length);
			if (!(await this.#call("addAfterPosition", place, [was.content]))) return;
			key = list.todos[place]?.key;
		}
		const now = this.#todo(key);
		if (key === undefined || !now) return;
		const { content, priority, activeForm, description, status } = was;
		const isAlike =
			content === now.content &&
			priority === now.priority &&
			activeForm === now.activeForm &&
			description === now.description;
		if (
			!isAlike &&
			!(await this.#call("edit", key, {
				content,
				priority: priority ?? null,
				activeForm: activeForm ?? null,
				description: description ?? null,
			}))
		)
			return;
		if (status === now.status && was.reason === now.reason) return;
		if (status === "done") await this.#call("complete", key);
		else if (status === "skipped") await this.#call("skip", key, was.reason);
		else if (status === "doing") await this.#call("markDoing", key);
		else await this.#call("reopen", key);
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
		setText(this.#start, say("start"));
		setText(this.#abort, say("abort"));
		setAttribute(this.#grid, "aria-label", title);
		setAttribute(this.#progress, "aria-label", say("progress"));
		setAttribute(this.#undo, "aria-label", say("undo"));
		setAttribute(this.#addField, "aria-label", say("addWhat"));
		setAttribute(this.#addField, "placeholder", say("addWhat"));
		this.#past.label(say);
	}

	#render(): void {
		const todos = this.#list?.todos ?? [];
		const settled = todos.filter(isSettled).length;
		const isLine = this.mode === "line";
		const doing = todos.find(({ status }) => status === "doing");
		const count = this.#say("count", { settled, all: todos.length });
		if (this.#shownMode !== this.mode) {
			this.#shownMode = this.mode;
			for (const element of this.#root.children)
				if (element !== this.#live && element !== this.#alert)
					(element as HTMLElement).hidden = isLine !== (element === this.#line);
		}
		if (isLine) {
			const next = todos.find((todo) => !isSettled(todo));
			const current = doing
				? (doing.activeForm ?? doing.content)
				: next
					? this.#say("next", { todo: next.content })
					: this.#say(todos.length > 0 ? "finished" : "empty");
			setText(this.#lineText, current);
			setText(this.#lineCount, todos.length > 0 ? count : "");
			return;
		}
		setText(this.#count, count);
		this.#progress.max = Math.max(todos.length, 1);
		this.#progress.value = settled;
		this.#empty.hidden = todos.length > 0;
		this.#grid.hidden = todos.length === 0;
		this.#offline.hidden = this.#list?.isConnected !== false;
		const isReview = this.mode === "review";
		this.#start.hidden = !isReview;
		this.#start.disabled = todos.every(isSettled);
		this.#abort.hidden = !doing && (isReview || !this.#run);
		this.#foot.hidden = this.#start.hidden && this.#abort.hidden;
		this.#renderReplan();
		this.#renderFinished();
		this.#renderRows(todos);
	}

	#shownMode: TodosMode | undefined;

	#renderRows(todos: readonly Readonly<Todo>[]): void {
		const active = this.#root.activeElement as HTMLElement | null;
		const activeRow = active?.closest<HTMLElement>(".row");
		const place = activeRow
			? [...this.#grid.children].indexOf(activeRow)
			: undefined;
		const keys = new Set(todos.map(({ key }) => key));
		for (const [key, row] of this.#rows) {
			if (keys.has(key)) continue;
			row.element.remove();
			this.#rows.delete(key);
		}
		setAttribute(this.#grid, "class", todos.length > 40 ? "many" : null);
		const { entries, replan } = this.#ledger;
		const told = this.#conversation;
		const toldRevision = told?.toldRevision;
		let next = this.#grid.firstElementChild;
		for (const todo of todos) {
			const { key } = todo;
			const row = this.#rows.get(key) ?? new Row(key);
			this.#rows.set(key, row);
			const entry = entries.get(key);
			row.update(todo, {
				entry,
				knows:
					told && entry && isOthers(entry)
						? toldRevision !== undefined && toldRevision >= entry.revision
						: undefined,
				note: this.#notes.get(key) ?? "",
				isNew: replan?.added.has(key) === true,
				was: replan?.reworded.get(key),
				say: this.#say,
			});
			const { element } = row;
			if (element === next) next = next.nextElementSibling;
			// What stood before it has left its place, and is put where it belongs when it comes to it.
			else if (next && next === element.previousElementSibling)
				next = element.nextElementSibling;
			else this.#grid.insertBefore(element, next);
		}
		if (!isUsable(this.#current))
			this.#rove(this.#grid.querySelector<HTMLElement>("[data-do]"));
		if (!active || place === undefined) return;
		if (isUsable(active)) {
			// To be put elsewhere is to lose the focus.
			if (active !== this.#root.activeElement) active.focus();
			return;
		}
		// What had the focus is gone: what stands there now has it.
		const row = this.#rowAt(activeRow?.isConnected ? activeRow : place);
		(row?.buttons()[0] ?? this.#addField).focus();
	}

	#renderReplan(): void {
		const { replan } = this.#ledger;
		this.#replan.hidden = !replan;
		if (this.#shownReplan === replan) return;
		this.#shownReplan = replan;
		this.#replan.replaceChildren();
		if (!replan) return;
		const { added, removed, reworded } = replan;
		this.#replan.replaceChildren(
			make(
				"p",
				{},
				make(
					"span",
					{ dir: "auto" },
					this.#say("replanned", {
						added: added.size,
						removed: removed.length,
						reworded: reworded.size,
					}),
				),
				make(
					"button",
					{ type: "button", part: "button", "data-do": "forget-replan" },
					this.#say("dismiss"),
				),
			),
			listing(removed),
		);
	}
	#shownReplan: Ledger["replan"];

	#renderFinished(): void {
		const { finished } = this.#ledger;
		const signature = finished.map(({ revision }) => revision).join();
		if (this.#finished.dataset.shown === signature) return;
		this.#finished.dataset.shown = signature;
		this.#finished.replaceChildren(
			...finished.map(({ todos }) =>
				make(
					"details",
					{},
					make(
						"summary",
						{},
						this.#say("earlier", {
							settled: todos.filter(({ status }) => status === "done").length,
							all: todos.length,
						}),
					),
					listing(todos),
				),
			),
		);
	}

	/** Says what changed to who does not see it: some changes in one sentence, not each of hundreds. */
	#announce(changes: readonly Change[], { by }: StoreChange): void {
		for (const { what, todo } of changes) {
			const { content, status, id } = todo;
			const word = status === "todo" ? "open" : status;
			this.#tell(
				this.#say(what, {
					who: this.#say(by),
					todo: content,
					place: id,
					status: this.#say(todo.blocked ? "blocked" : word),
				}),
			);
		}
	}

	/** Has one thing said. */
	#tell(text: string): void {
		this.#news.push(text);
		this.#announcing ??= setTimeout(() => {
			this.#announcing = undefined;
			const news = this.#news.splice(0);
			const rest = news.length - 3;
			const more = rest > 0 ? [this.#say("more", { count: rest })] : [];
			this.#live.textContent = [...news.slice(0, 3), ...more].join(". ");
		}, betweenAnnouncements);
	}

	// What a person does -------------------------------------------------------------------------

	#rowOf(target: EventTarget | null): Row | undefined {
		const element = (target as Element).closest<HTMLElement>(".row");
		return this.#rows.get(element?.dataset.key ?? "");
	}

	#rowAt(at: Element | number): Row | undefined {
		const { children } = this.#grid;
		const place = typeof at === "number" ? at : [...children].indexOf(at);
		const last = children.length - 1;
		return last < 0
			? undefined
			: this.#rowOf(children[Math.max(0, Math.min(place, last))] as Element);
	}

	#clicked({ target }: Event): void {
		// What ends a drag is no click.
		if (this.#isDragged) return;
		const button = (target as Element).closest<HTMLElement>("[data-do]");
		if (button) this.#act(button.dataset.do, this.#rowOf(button));
	}

	#act(action: string | undefined, row: Row | undefined): void {
		if (row) {
			this.#actOn(row, action);
			return;
		}
		switch (action) {
			case "undo":
				void this.#call("undo").then((done) => {
					if (done?.value === false) this.#tell(this.#say("nothingToUndo"));
				});
				break;
			case "start":
				if (this.#ask("start")) this.#run?.start?.();
				break;
			case "abort":
				if (!this.#ask("abort")) break;
				if (this.#run) this.#run.abort();
				else void this.#call("abort");
				break;
			case "forget-replan":
				this.#ledger.replan = undefined;
				this.#schedule();
				break;
			case "forget-error":
				this.#error.hidden = true;
		}
	}

	#actOn(row: Row, action: string | undefined): void {
		const { key, status, content, id } = row.todo;
		const say = this.#say;
		switch (action) {
			case "check":
				void this.#call(status === "done" ? "reopen" : "complete", key);
				break;
			case "edit":
				row.open("edit", say("edit", { todo: content }), content, say);
				break;
			case "skip":
				row.open("why", say("why"), "", say);
				break;
			case "move":
				row.open("where", say("where"), String(id), say);
				break;
			case "reopen":
				void this.#call("reopen", key);
				break;
			case "remove":
				void this.#call("remove", key);
				break;
			case "cancel":
				this.#closeForm(row);
		}
	}

	/** Asks the host: whether it leaves it to the element. */
	#ask(name: "start" | "abort"): boolean {
		return this.dispatchEvent(new CustomEvent(name, { cancelable: true }));
	}

	#closeForm(row: Row): void {
		row.close();
		row.buttons()[1]?.focus();
	}

	#submitted(event: Event): void {
		event.preventDefault();
		const form = event.target as HTMLFormElement;
		const field = form.elements.namedItem("text") as HTMLInputElement;
		const row = this.#rowOf(form);
		if (row) void this.#submitIn(row, form, field);
		else if (field.value.trim() !== "")
			void this.#call("addMultiple", [field.value]).then((done) => {
				if (done) field.value = "";
			});
	}

	async #submitIn(
		row: Row,
		form: HTMLFormElement,
		{ value }: HTMLInputElement,
	): Promise<void> {
		const { key, content } = row.todo;
		let done: object | undefined = {};
		switch (form.dataset.form) {
			case "edit":
				if (value !== content)
					done = await this.#call("edit", key, { content: value });
				break;
			case "why":
				done = await this.#call("skip", key, value.trim() || undefined);
				break;
			case "where":
				done = await this.#moveTo(row, Number(value));
		}
		// What was refused can be put right.
		if (done && row.form === form) this.#closeForm(row);
	}

	/** Moves a todo so that it has that id then. */
	async #moveTo(row: Row, place: number): Promise<object | undefined> {
		const { key, id } = row.todo;
		const last = this.#list?.todos.length ?? 0;
		const to = Math.max(1, Math.min(place, last));
		if (to === id) return {};
		this.#moving = key;
		try {
			return await this.#call("move", key, to > id ? to : to - 1);
		} finally {
			this.#moving = undefined;
		}
	}

	#pressed(event: KeyboardEvent): void {
		const target = event.target as HTMLElement;
		const { key, altKey, shiftKey, isComposing } = event;
		if (isComposing) return;
		const row = this.#rowOf(target);
		const form = target.closest("form");
		const isHandled =
			row && form
				? this.#pressedIn(form, row, target, event)
				: row
					? this.#pressedOn(row, target, key, altKey)
					: false;
		const isUndo =
			(event.ctrlKey || event.metaKey) && !shiftKey && key === "z" && !form;
		if (isUndo) this.#act("undo", undefined);
		if (isHandled || isUndo) event.preventDefault();
	}

	#pressedIn(
		form: HTMLFormElement,
		row: Row,
		target: HTMLElement,
		{ key, shiftKey }: KeyboardEvent,
	): boolean {
		const isSaved =
			key === "Enter" && !shiftKey && target.localName === "textarea";
		if (isSaved) form.requestSubmit();
		else if (key === "Escape") this.#closeForm(row);
		else return false;
		return true;
	}

	#pressedOn(
		row: Row,
		target: HTMLElement,
		key: string,
		altKey: boolean,
	): boolean {
		const buttons = row.buttons();
		const column = buttons.indexOf(target as HTMLButtonElement);
		const isRtl = getComputedStyle(this).direction === "rtl";
		const { id } = row.todo;
		const go = (button: HTMLElement | undefined) => button?.focus();
		/** The same button of another row, or the nearest that there is. */
		const goTo = (place: number) => {
			const there = this.#rowAt(place - 1)?.buttons() ?? [];
			const same = there.find(
				({ dataset }) => dataset.do === target.dataset.do,
			);
			go(same ?? there[Math.min(column, there.length - 1)]);
		};
		switch (key) {
			case "ArrowUp":
			case "ArrowDown": {
				const place = id + (key === "ArrowUp" ? -1 : 1);
				if (altKey) void this.#moveTo(row, place);
				else goTo(place);
				return true;
			}
			case "ArrowLeft":
			case "ArrowRight":
				if (altKey) return false;
				go(buttons[column + ((key === "ArrowRight") === isRtl ? -1 : 1)]);
				return true;
			case "Home":
				goTo(1);
				return true;
			case "End":
				goTo(this.#rows.size);
				return true;
			case "Delete":
				this.#actOn(row, "remove");
				return true;
			case "F2":
				this.#actOn(row, "edit");
				return true;
			default:
				return false;
		}
	}

	/** Tab comes back to where one was. */
	#rove(button: HTMLElement | null): void {
		if (button === this.#current) return;
		if (this.#current) this.#current.tabIndex = -1;
		this.#current = button ?? undefined;
		if (button) button.tabIndex = 0;
	}

	#isDragged = false;

	#grabbed(event: PointerEvent): void {
		const handle = (event.target as Element).closest<HTMLElement>(
			"[data-do=move]",
		);
		const row = handle && this.#rowOf(handle);
		if (!handle || !row || event.button !== 0) return;
		this.#isDragged = false;
		let over: { row: Row; isAfter: boolean } | undefined;
		const dragging = new AbortController();
		const { signal } = dragging;
		const mark = (name: string | undefined) => {
			over?.row.element.classList.remove("before", "after");
			if (name) over?.row.element.classList.add(name);
		};
		const end = () => {
			mark(undefined);
			row.element.classList.remove("dragged");
			dragging.abort();
		};
		const move = ({ clientY }: PointerEvent) => {
			if (Math.abs(clientY - event.clientY) > 4) this.#isDragged = true;
			if (!this.#isDragged) return;
			mark(undefined);
			over = this.#rowUnder(clientY);
			row.element.classList.add("dragged");
			mark(over?.isAfter ? "after" : "before");
			over?.row.element.scrollIntoView({ block: "nearest" });
		};
		const drop = () => {
			const to = over;
			end();
			if (!to || to.row === row || !to.row.element.isConnected) return;
			const place = to.row.todo.id - (to.isAfter ? 0 : 1);
			void this.#moveTo(row, place + (place < row.todo.id ? 1 : 0));
		};
		handle.setPointerCapture(event.pointerId);
		handle.addEventListener("pointermove", move, { signal });
		handle.addEventListener("pointerup", drop, { signal });
		handle.addEventListener("pointercancel", end, { signal });
		handle.addEventListener("lostpointercapture", end, { signal });
		this.ownerDocument.addEventListener(
			"keydown",
			({ key }) => key === "Escape" && end(),
			{ signal },
		);
	}

	#rowUnder(y: number): { row: Row; isAfter: boolean } | undefined {
		const elements = [...this.#grid.children];
		const element =
			elements.find((element) => element.getBoundingClientRect().bottom > y) ??
			elements.at(-1);
		const row = element && this.#rowOf(element);
		if (!row) return undefined;
		const { top, height } = row.element.getBoundingClientRect();
		return { row, isAfter: y > top + height / 2 };
	}
}

const isUsable = (element: HTMLElement | null | undefined): boolean =>
	element?.isConnected === true && !element.closest("[hidden]");

const listing = (todos: readonly Readonly<Todo>[]): HTMLElement =>
	make(
		"ul",
		{},
		...todos.map(({ content }) =>
			make("li", { class: "content", dir: "auto" }, content),
		),
	);
