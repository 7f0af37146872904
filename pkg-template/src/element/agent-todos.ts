// `<agent-todos>`: the list, as a person sees it and works on it.

import type { Outcome, Todo } from "../../generated/agent_todos_bg.js";
import type { ConversationLike, RunLike } from "../connect/agent.js";
import { Announcer } from "./announcer.js";
import { listCards, sitesCard } from "./cards.js";
import { drag } from "./drag.js";
import type { AgentTodosEventMap } from "./events.js";
import { handleKey, handleMenuKey, isShown } from "./keyboard.js";
import { type Labels, makeSay, type Say } from "./labels.js";
import { animateChanges, measureRows } from "./motion.js";
import { type Change, readDecisions } from "./news.js";
import { isUnfolded, viewPanel } from "./panel.js";
import { Session } from "./session.js";
import { type TodoSource, toList, toStillList } from "./source.js";
import { getStyles } from "./style.js";
import { h, type Live, show } from "./template.js";
import { sayClock } from "./time.js";
import { isSettled, type ListedTodo, makeTree } from "./tree.js";
import { Ui } from "./ui.js";
import type { RowMemo, TodosMode, View } from "./view.js";

export type {
	AgentTodosEventMap,
	PlanChanges,
	PlanStart,
	TodoOpen,
	WaitingChange,
} from "./events.js";
export type { TodosMode } from "./view.js";

interface Agent {
	readonly conversation: ConversationLike | undefined;
	readonly run: Pick<RunLike, "start" | "reject" | "abort"> | undefined;
	readonly isRunning: boolean;
	readonly isStopped: boolean;
}

/** An element whose listeners know the details of its events. */
interface EventfulElement extends HTMLElement {
	/** Adds a listener of an event of the element, with its detail. */
	addEventListener<Name extends keyof AgentTodosEventMap>(
		type: Name,
		listener: (this: this, event: AgentTodosEventMap[Name]) => unknown,
		options?: boolean | AddEventListenerOptions,
	): void;
	/** Adds a listener of another event. */
	addEventListener<
		Name extends Exclude<keyof HTMLElementEventMap, keyof AgentTodosEventMap>,
	>(
		type: Name,
		listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
		options?: boolean | AddEventListenerOptions,
	): void;
	/** Adds a listener of any event. */
	addEventListener(
		type: string,
		listener: EventListenerOrEventListenerObject,
		options?: boolean | AddEventListenerOptions,
	): void;
	/** Removes a listener of an event of the element. */
	removeEventListener<Name extends keyof AgentTodosEventMap>(
		type: Name,
		listener: (this: this, event: AgentTodosEventMap[Name]) => unknown,
		options?: boolean | EventListenerOptions,
	): void;
	/** Removes a listener of another event. */
	removeEventListener<
		Name extends Exclude<keyof HTMLElementEventMap, keyof AgentTodosEventMap>,
	>(
		type: Name,
		listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
		options?: boolean | EventListenerOptions,
	): void;
	/** Removes a listener of any event. */
	removeEventListener(
		type: string,
		listener: EventListenerOrEventListenerObject,
		options?: boolean | EventListenerOptions,
	): void;
}

// A server imports this file, too, and has no HTMLElement.
const Base = (globalThis.HTMLElement ?? class {}) as new () => EventfulElement;

const properties = ["list", "todos", "conversation", "run", "labels"] as const;

/** How long a todo that was just settled stays where it is, in milliseconds. */
const beforeFolding = 1200;
/** How long the toast stays, in milliseconds. */
const toastStays = 8000;
/** How long after a person scrolled the list stays where it is, in milliseconds. */
const afterScrolling = 5000;

/**
 * The element `<agent-todos>`, which shows a list and lets a person edit it.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { AgentTodosElement, type ConversationLike, type Labels, type RunLike } from "agent-todos/element";
 * import type { AgentTodosEventMap, PlanChanges, PlanStart, TodoOpen, TodoSource, TodosMode, WaitingChange } from "agent-todos/element";
 *
 * await init();
 * const list: TodoSource = new TodoStore();
 * const mode: TodosMode = "review";
 * const labels: Labels = { start: "Go" };
 * const run: RunLike = { start: () => console.log("started"), abort: () => {} };
 * const conversation: ConversationLike = { toldRevision: undefined };
 * const element = Object.assign(new AgentTodosElement(), { list, mode, labels, run, conversation });
 * element.addEventListener("start", ({ detail }) => console.log(detail.sites));
 * element.addEventListener("open", ({ detail }) => console.log(detail.todo.data));
 * element.addEventListener("waiting-change", ({ detail }) => console.log(detail.waiting));
 * element.addEventListener("reject", ({ detail }) => console.log(detail.changes));
 * const onAbort = (event: AgentTodosEventMap["abort"]) => event.preventDefault();
 * element.addEventListener("abort", onAbort);
 * const details: [PlanStart?, PlanChanges?, TodoOpen?, WaitingChange?] = [];
 * document.body.append(element);
 * console.log(element.localName, element.mode, details.length); // → agent-todos review 0
 * ```
 *
 * @tag agent-todos
 * @attr {"line" | "list" | "review" | "sites"} [mode="list"] - How the list is shown: as one line, as the whole list, as a plan for approval, or with the sites that an agent at work asks for.
 * @attr {boolean} readonly - Shows the list without anything that can be pressed.
 * @fires {CustomEvent<PlanStart>} start - A person approves the plan as it was at `detail.revision`, with `detail.sites`, or sites alone. Unless it is cancelled, these are approved and `run.start()` is called.
 * @fires {CustomEvent<PlanChanges>} reject - A person asks for changes of the plan, in `detail.changes`. Unless it is cancelled, `run.reject(changes)` is called.
 * @fires {CustomEvent<null>} abort - A person stops the agent. Unless it is cancelled, `run.abort()` is called.
 * @fires {CustomEvent<TodoOpen>} open - A person opens a todo that has data, in `detail.todo`. The element does nothing by itself.
 * @fires {CustomEvent<WaitingChange>} waiting-change - Another number of todos waits for the user, in `detail.waiting`.
 * @cssprop --agent-todos-text - The texts. Default: the token `--card-foreground`.
 * @cssprop --agent-todos-muted - What matters less. Default: `--muted-foreground`.
 * @cssprop --agent-todos-background - The background. Default: `--card`.
 * @cssprop --agent-todos-border - Lines and borders. Default: `--border`.
 * @cssprop --agent-todos-accent - What is in progress, the main button and the focus. Default: `--primary`.
 * @cssprop --agent-todos-on-accent - Text on that. Default: `--primary-foreground`.
 * @cssprop --agent-todos-error - What failed or was refused. Default: `--destructive`.
 * @cssprop --agent-todos-success - What is done.
 * @cssprop --agent-todos-warning - What waits for the person.
 * @cssprop --agent-todos-radius - The corners. Default: `--radius`.
 * @cssprop --agent-todos-font - The font, as the property `font` takes it. Default: 14px/20px with the family `--font-sans`.
 * @cssprop --agent-todos-lines - After how many lines a text is cut. Default: 2.
 * @csspart head - The header.
 * @csspart title - Its title.
 * @csspart ring - Its ring: how much is settled.
 * @csspart count - The count, "4/8".
 * @csspart time - The time of the run.
 * @csspart stop - The button that stops the run.
 * @csspart notice - A notice: a change of the plan, an error, a lost connection.
 * @csspart ask - The pinned card: what waits for the person.
 * @csspart question - Its question.
 * @csspart field - A field for a longer text, with its buttons.
 * @csspart list - The list of rows.
 * @csspart row - A row. It also has the part of its state.
 * @csspart todo - A row that is open.
 * @csspart doing - A row in progress.
 * @csspart done - A row that is done.
 * @csspart skipped - A row that is skipped.
 * @csspart failed - A row that failed.
 * @csspart waiting - A row that waits for the person.
 * @csspart claimed - A row that is to be confirmed.
 * @csspart event - A row that waits for an event.
 * @csspart blocked - A row that waits for another todo.
 * @csspart part - A row with steps of which some are settled.
 * @csspart glyph - The picture of a row's state.
 * @csspart text - The text of a row.
 * @csspart detail - The details of a row.
 * @csspart meta - The end of a row: a time or a mark.
 * @csspart actions - The buttons of a row.
 * @csspart steps - The todos under a todo.
 * @csspart fold - The finished todos, folded.
 * @csspart add - The row that adds a todo.
 * @csspart chip - A site.
 * @csspart sites - The proposed or approved sites.
 * @csspart where - The line with the sites where the agent may act.
 * @csspart foot - The buttons of a review.
 * @csspart button - A button.
 * @csspart main - The main button of a group.
 * @csspart menu - A menu.
 * @csspart toast - What says that a todo was removed.
 * @csspart line - The line of `mode="line"`.
 * @csspart sheet - The list that the line opens.
 * @csspart skeleton - What stands for todos that are still planned.
 * @csspart empty - What an empty list shows.
 */
export class AgentTodosElement extends Base {
	/** The attributes that the element observes. */
	static readonly observedAttributes = ["mode", "readonly"];
	readonly #root: ShadowRoot;
	readonly #internals: ElementInternals;
	#list: TodoSource | undefined;
	#todos: readonly Todo[] | undefined;
	#conversation: ConversationLike | undefined;
	#run: RunLike | undefined;
	/** The runs that have ended, and whether they were stopped. */
	readonly #ended = new WeakMap<object, boolean>();
	#planningSince: number | undefined;
	#labels: Labels = {};
	#say: Say = makeSay({});
	#session = this.#makeSession();
	#ui = new Ui();
	#live: readonly Live[] = [];
	#rows = new Map<string, RowMemo>();
	#isDue = false;
	/** Whether the shadow root has what a server wrote, which stays until there is a list. */
	#isFromServer: boolean;
	#spoken = "";
	readonly #announcer = new Announcer((text) => {
		this.#spoken = text;
		this.#schedule();
	});
	#endDrag = () => {};
	#clock: ReturnType<typeof setInterval> | undefined;
	#toastTimer: ReturnType<typeof setTimeout> | undefined;
	#scrolledAt = Number.NEGATIVE_INFINITY;
	/** Where the element itself has scrolled to. */
	#scrolledTo = -1;

	constructor() {
		super();
		this.#internals = this.attachInternals();
		const { shadowRoot } = this.#internals;
		this.#isFromServer = shadowRoot !== null;
		this.#root = shadowRoot ?? this.attachShadow({ mode: "open" });
		const root = this.#root;
		const listen = <Name extends keyof HTMLElementEventMap>(
			name: Name,
			handle: (event: HTMLElementEventMap[Name]) => void,
			options?: AddEventListenerOptions,
		) =>
			root.addEventListener(
				name,
				(event) => handle(event as HTMLElementEventMap[Name]),
				options,
			);
		listen("click", (event) => this.#handleClick(event));
		listen("submit", (event) => this.#handleSubmit(event));
		listen("keydown", (event) => this.#handleKeyDown(event));
		listen("keyup", (event) => {
			// Space has checked the todo; the row's button is not pressed with it.
			const isText = (event.target as Element).matches(".text");
			if (event.key === " " && isText) event.preventDefault();
		});
		listen("input", (event) => this.#handleInput(event));
		listen("pointerdown", (event) => this.#handlePointerDown(event));
		listen("focusin", (event) => this.#handleFocus(event));
		listen("toggle", (event) => this.#handleToggle(event), { capture: true });
		listen("scroll", (event) => this.#handleScroll(event), { capture: true });
		listen("pointerover", (event) => this.#holdToast(event));
		listen("focusout", () => {
			this.#holdToast();
			this.#ui.focused = undefined;
			this.#schedule();
		});
	}

	// What a host sets ---------------------------------------------------------------------------

	/** Sets the list. */
	set list(list: TodoSource | undefined) {
		if (list === this.#list) return;
		this.#list = list;
		this.#startSession();
	}
	/** The list: a store, or a follower of one, which brings its `conversation` and its `run` along. */
	get list(): TodoSource | undefined {
		return this.#list;
	}

	/** Sets the todos. */
	set todos(todos: readonly Todo[] | undefined) {
		if (todos === this.#todos) return;
		this.#todos = todos;
		if (!this.#list) this.#startSession();
	}
	/** Todos to show without a store, read-only: of a transcript, for example. Not used while there is a `list`. */
	get todos(): readonly Todo[] | undefined {
		return this.#todos;
	}

	/** Sets the conversation. */
	set conversation(conversation: ConversationLike | undefined) {
		this.#conversation = conversation;
		this.#attachAgent();
		this.#schedule();
	}
	/**
	 * The agent's conversation, from which the element shows whether the agent knows of each change. A follower brings
	 * its own along.
	 */
	get conversation(): ConversationLike | undefined {
		return this.#conversation;
	}

	/** Sets the run. */
	set run(run: RunLike | undefined) {
		this.#run = run;
		const end = (isStopped: boolean) => {
			if (run) this.#ended.set(run, isStopped);
			this.#schedule();
		};
		run?.result?.then(
			({ status }) => end(status === "aborted"),
			() => end(false),
		);
		this.#schedule();
	}
	/**
	 * The run that the buttons start and stop, unless an event listener prevents it. The Stop button appears until its
	 * `result` is there. A follower brings its own along, with a Stop button while that is running.
	 */
	get run(): RunLike | undefined {
		return this.#run;
	}

	/** Sets the texts. */
	set labels(labels: Labels | undefined) {
		this.#labels = labels ?? {};
		this.#say = makeSay(this.#labels);
		this.#schedule();
	}
	/** The texts of the element, for other languages. A missing one is shown in English. */
	get labels(): Labels {
		return this.#labels;
	}

	/** Sets the mode. */
	set mode(mode: TodosMode | undefined) {
		if (mode === undefined) this.removeAttribute("mode");
		else this.setAttribute("mode", mode);
	}
	/** Reflects the attribute `mode`. Default `"list"`. */
	get mode(): TodosMode {
		const mode = this.getAttribute("mode");
		return mode === "line" || mode === "review" || mode === "sites"
			? mode
			: "list";
	}

	/** Sets whether the list is only shown. */
	set readonly(isReadonly: boolean | undefined) {
		this.toggleAttribute("readonly", isReadonly === true);
	}
	/** Reflects the attribute `readonly`: the list is shown, and nothing in it can be pressed. */
	get readonly(): boolean {
		return this.hasAttribute("readonly");
	}

	/**
	 * Shows a call's notes in the details of the rows that the call changed, until those rows change again. Pass the
	 * outcome of every call, including those without notes: a change since the previous call is attributed to this one.
	 */
	showNotes(outcome: Pick<Outcome, "notes" | "revision">): void {
		if (!this.#session.keepNotes(outcome))
			this.#announcer.tell(outcome.notes.join("\n"), this.#say);
		this.#schedule();
	}

	/** Called by the browser when the element is inserted into a document. */
	connectedCallback(): void {
		// A style sheet belongs to one document.
		this.#root.adoptedStyleSheets = getStyles(this.ownerDocument);
		for (const name of properties) this.#upgrade(name);
		this.#checkTokens();
		this.#session.listen();
		this.#attachAgent();
		this.#schedule();
	}

	/** Called by the browser when the element is removed from a document. */
	disconnectedCallback(): void {
		this.#session.leave();
		this.#endDrag();
		this.#leaveAgent();
		this.#announcer.clear();
		this.#stopClock();
		clearTimeout(this.#toastTimer);
	}

	/** Called by the browser when an observed attribute changes. */
	attributeChangedCallback(): void {
		this.#schedule();
	}

	/** Sets a property again that was set before the element was defined, and so hides the class's accessor. */
	#upgrade(name: (typeof properties)[number]): void {
		if (!Object.hasOwn(this, name)) return;
		const value = this[name];
		delete this[name];
		Object.assign(this, { [name]: value });
	}

	/** Uses the tokens of shadcn only if they are colours: older ones are bare numbers under the same names. */
	#checkTokens(): void {
		const { CSS } = globalThis;
		const { states } = this.#internals;
		if (!CSS?.supports || !states) return;
		const style = getComputedStyle(this);
		const areColours = tokens.every((name) => {
			const value = style.getPropertyValue(name).trim();
			return value === "" || CSS.supports("color", value);
		});
		if (areColours) states.delete("bare");
		else states.add("bare");
	}

	// The list -----------------------------------------------------------------------------------

	#makeSession(): Session {
		const source = this.#list;
		const list = source ? toList(source) : toStillList(this.#todos ?? []);
		return new Session(list, {
			changed: () => this.#schedule(),
			happened: (changes) => this.#hear(changes),
			emptied: () => {
				this.#startSession();
				this.#announcer.tell(this.#say("empty"), this.#say);
			},
			answered: (error) => this.#showError(error),
		});
	}

	/** Shows another list, or the same again: of what was shown and open before, nothing is left. */
	#startSession(): void {
		this.#session.end();
		this.#endDrag();
		clearTimeout(this.#toastTimer);
		this.#session = this.#makeSession();
		this.#ui = new Ui();
		this.#rows = new Map();
		this.#announcer.clear();
		// Nothing of the former list stays in the page, and no key that is meant for it reaches a button of this one.
		if (!this.#isFromServer) this.#live = show(this.#root, this.#live, []);
		if (this.isConnected) this.#session.listen();
		this.#attachAgent();
		this.#schedule();
	}

	/** Announces changes, and keeps what was just settled where it is for a moment. */
	#hear(changes: readonly Change[]): void {
		this.#announcer.tellChanges(changes, this.#say);
		const { justDone } = this.#ui;
		for (const { todo, was } of changes) {
			if (!isSettled(todo) || !was || isSettled(was)) continue;
			justDone.add(todo.key);
			setTimeout(() => {
				justDone.delete(todo.key);
				this.#schedule();
			}, beforeFolding);
		}
		// Where a person is in the list, it stays open at its end.
		const { todos } = this.#session.list;
		const scroll = this.#find(".scroll");
		if (
			todos.length > 0 &&
			todos.every(isSettled) &&
			scroll?.matches(":hover, :focus-within")
		)
			this.#ui.isUnfolded ??= true;
	}

	/** The agent that was set, or the follower's. */
	get #agent(): Agent {
		const { conversation, run } = this.#session.list;
		const own = this.#run;
		const todos = this.#session.list.todos;
		// What does not say that it has ended goes on until everything is settled.
		const isOver =
			own !== undefined &&
			(own.result
				? this.#ended.has(own)
				: todos.length > 0 && todos.every(isSettled));
		return {
			conversation: this.#conversation ?? conversation,
			run: own ?? (run?.isRunning ? run : undefined),
			isRunning: own ? !isOver : run?.isRunning === true,
			isStopped: own
				? this.#ended.get(own) === true
				: run?.result?.status === "aborted",
		};
	}

	#leaveAgent = () => {};

	#attachAgent(): void {
		this.#leaveAgent();
		if (!this.isConnected) return;
		const { conversation, run } = this.#session.list;
		const offs = [this.#conversation ?? conversation, run].map((it) =>
			it?.subscribe?.(() => this.#schedule()),
		);
		this.#leaveAgent = () => {
			for (const off of offs) off?.();
		};
	}

	/** Shows why something was refused, until something else is done. */
	#showError(error: unknown): void {
		this.#ui.error =
			error === undefined
				? undefined
				: String((error as Error | null)?.message ?? error);
		this.#schedule();
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

	#find<Found extends HTMLElement = HTMLElement>(css: string): Found | null {
		return this.#root.querySelector<Found>(css);
	}

	#findRow = (key: string) =>
		this.#find(`.row[data-key="${globalThis.CSS.escape(key)}"]`);

	#view(): View {
		const session = this.#session;
		const { list } = session;
		const { conversation, isRunning, isStopped } = this.#agent;
		const todos: readonly ListedTodo[] = list.todos;
		const isPlanning = isRunning && todos.length === 0;
		this.#planningSince = isPlanning
			? (this.#planningSince ?? Date.now())
			: undefined;
		return {
			say: this.#say,
			ui: this.#ui,
			session,
			mode: this.mode,
			isReadonly: this.readonly || !list.isConnected || !this.#list,
			isConnected: list.isConnected,
			isRunning: isRunning && !this.readonly && list.isConnected,
			isStopped,
			planningSince: this.#planningSince,
			preview: (list as { preview?: View["preview"] }).preview,
			todos,
			items: makeTree(todos),
			decisions: readDecisions(list),
			told: conversation?.toldRevision,
			rows: this.#rows,
		};
	}

	#render(): void {
		if (this.#isFromServer) {
			if (!this.#list && !this.#todos) return;
			this.#root.replaceChildren();
			this.#isFromServer = false;
		}
		const session = this.#session;
		const ui = this.#ui;
		const isFirst = this.#live.length === 0;
		session.shown = session.list.revision;
		const view = this.#view();
		const { todos } = view;
		this.#countWaiting(todos);
		const keys = new Set(todos.map(({ key }) => key));
		for (const key of this.#rows.keys())
			if (!keys.has(key)) this.#rows.delete(key);
		const current = todos.find(({ status }) => status === "doing");
		if (!keys.has(ui.stop ?? ""))
			ui.stop = (
				current ??
				todos.find((todo) => !isSettled(todo)) ??
				todos[0]
			)?.key;
		ui.card = chooseCard(listCards(view), ui.card);

		const active = this.#root.activeElement as HTMLElement | null;
		const place = readPlace(active);
		const before = isFirst ? undefined : measureRows(this.#root);
		this.#live = show(this.#root, this.#live, [
			h("div.sr", { key: "status", role: "status" }, this.#spoken),
			...viewPanel(view),
		]);
		const slider = this.#find<HTMLInputElement>("[data-range]");
		if (slider && !ui.version) slider.value = slider.max;
		if (before) animateChanges(this.#root, before);
		this.#openPopovers();
		this.#keepFocus(active, place);
		this.#keepInView(current?.key);
		this.#startClock();
	}

	/** Shows the menu and the list of `mode="line"` above the page, beside what opened them. */
	#openPopovers(): void {
		const ui = this.#ui;
		const menu = this.#find(".menu");
		const line = this.#find(".line");
		const sheet = this.#find(".sheet");
		if (sheet && line && ui.isOpen) place(sheet, line, true);
		if (!menu) return;
		const row = ui.menu ? this.#findRow(ui.menu) : this.#find(".head");
		const opener = row?.querySelector("[data-do=menu]");
		if (!opener) return;
		const isNew = place(menu, opener, false);
		if (isNew) menu.querySelector("button")?.focus();
	}

	/** Puts the focus back where it was, or to the nearest that is left. */
	#keepFocus(active: HTMLElement | null, place: Place): void {
		if (!active || this.#root.activeElement) return;
		if (active.isConnected && isShown(active)) {
			// An element that is moved loses the focus.
			active.focus();
			return;
		}
		if (place.isInMenu) {
			this.#focusRow(place.key);
			return;
		}
		if (place.isInCard) {
			const next = this.#find(".ask textarea, .ask button");
			if (next) next.focus();
			else this.#focusRow(place.key);
			return;
		}
		const row = place.key && this.#findRow(place.key);
		if (row && isShown(row)) {
			this.#focusRow(place.key);
			return;
		}
		if (place.index < 0) return;
		const stops = [
			...this.#root.querySelectorAll<HTMLElement>(".list .text"),
		].filter(isShown);
		const stop = stops[Math.min(place.index, stops.length - 1)];
		(stop ?? this.#find(".add input") ?? this.#find(".head button"))?.focus();
	}

	#focusRow(key: string | undefined): void {
		const row = key ? this.#findRow(key) : null;
		const text = row?.querySelector<HTMLElement>(".text");
		(text ?? this.#find(".head [data-do=menu]"))?.focus();
	}

	/** Scrolls the todo in progress into view, unless the person has just scrolled. */
	#keepInView(key: string | undefined): void {
		const scroll = this.#find(".scroll");
		const row = key === undefined ? null : this.#findRow(key);
		if (!scroll || !row || scroll.scrollHeight <= scroll.clientHeight) {
			scroll?.classList.remove("fades");
			this.#setAway(false);
			return;
		}
		const isFree = performance.now() - this.#scrolledAt > afterScrolling;
		const isBusy = scroll.matches(":focus-within") || this.#ui.dragged;
		if (isFree && !isBusy) this.#scrollTo(scroll, row);
		this.#look(scroll, row);
	}

	#scrollTo(scroll: HTMLElement, row: HTMLElement): void {
		const outer = scroll.getBoundingClientRect();
		const inner = row.getBoundingClientRect();
		const above = inner.top - outer.top - 4;
		const below = inner.bottom - outer.bottom + 28;
		if (above < 0) scroll.scrollTop += above;
		else if (below > 0) scroll.scrollTop += Math.min(below, above);
		this.#scrolledTo = scroll.scrollTop;
	}

	/** Sees whether the todo in progress is in view, and whether there is more below. */
	#look(scroll: HTMLElement, row: HTMLElement): void {
		const outer = scroll.getBoundingClientRect();
		const inner = row.getBoundingClientRect();
		this.#setAway(inner.bottom < outer.top + 8 || inner.top > outer.bottom - 8);
		const rest = scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop;
		scroll.classList.toggle("fades", rest > 4);
	}

	#setAway(isAway: boolean): void {
		if (this.#ui.isAway === isAway) return;
		this.#ui.isAway = isAway;
		this.#schedule();
	}

	#handleScroll({ target }: Event): void {
		const scroll = target as HTMLElement;
		if (!scroll.matches?.(".scroll")) return;
		if (Math.abs(scroll.scrollTop - this.#scrolledTo) > 1)
			this.#scrolledAt = performance.now();
		const row = scroll.querySelector<HTMLElement>("[data-status=doing]");
		if (row) this.#look(scroll, row);
	}

	/** Runs one timer as long as a time is shown and the element is seen. */
	#startClock(): void {
		const isLive = this.#find("[data-since]") !== null;
		if (!isLive) this.#stopClock();
		else
			this.#clock ??= setInterval(() => {
				if (this.ownerDocument.hidden) return;
				for (const time of this.#root.querySelectorAll<HTMLElement>(
					"[data-since]",
				)) {
					const text = sayClock(Number(time.dataset.since), this.#say);
					if (time.firstChild && time.textContent !== text)
						time.firstChild.nodeValue = text;
				}
			}, 1000);
	}

	#stopClock(): void {
		clearInterval(this.#clock);
		this.#clock = undefined;
	}

	#waiting = 0;

	/** Reports when another number of todos waits for the user. */
	#countWaiting(todos: readonly Readonly<Todo>[]): void {
		const waiting = todos.filter((todo) => todo.waiting === "user").length;
		if (waiting === this.#waiting) return;
		this.#waiting = waiting;
		this.#dispatch("waiting-change", { waiting });
	}

	#dispatch(name: keyof AgentTodosEventMap, detail?: object): boolean {
		const cancelable = name !== "open" && name !== "waiting-change";
		return this.dispatchEvent(new CustomEvent(name, { cancelable, detail }));
	}

	// What a person does -------------------------------------------------------------------------

	#handleClick({ target }: Event): void {
		const button = (target as Element).closest<HTMLElement>("[data-do]");
		const { do: action } = button?.dataset ?? {};
		if (!button || action === undefined) return;
		if (button.closest(".menu")) {
			this.#find(".menu")?.hidePopover?.();
			this.#ui.menu = undefined;
		}
		this.#act(action, button);
	}

	/** The todo that an element is about. */
	#todoOf(element: Element): ListedTodo | undefined {
		const owner = element.closest<HTMLElement>("[data-key], [data-card]");
		return this.#session.findTodo(
			owner?.dataset.key ?? owner?.dataset.card ?? "",
		);
	}

	#act(action: string, element: HTMLElement): void {
		const todo = this.#todoOf(element);
		if (todo) this.#actOn(todo, action, element);
		else void this.#actOnList(action, element);
		this.#schedule();
	}

	#actOn(todo: ListedTodo, action: string, element: HTMLElement): void {
		const { key, status, content } = todo;
		const session = this.#session;
		const ui = this.#ui;
		const as = { revision: session.shown };
		const open = (kind: "edit" | "why") => {
			ui.forms.set(key, { kind, opened: kind === "edit" ? content : "" });
			this.#focusAfter(`[data-draft="${kind} ${key}"]`);
		};
		const close = () => {
			const form = ui.forms.get(key);
			ui.forms.delete(key);
			ui.drafts.delete(`${form?.kind} ${key}`);
			this.#focusAfter("", key);
		};
		const actions: Readonly<Record<string, () => unknown>> = {
			check: () =>
				status === "done"
					? session.call("reopen", key, "", as)
					: session.call("complete", key, as),
			confirm: () => session.call("complete", key, as),
			reopen: () => session.call("reopen", key, "", as),
			remove: async () => {
				const isRemoved = await session.call("remove", key, as);
				if (isRemoved && session === this.#session)
					this.#showToast(this.#say("removedTodo", { todo: content }));
			},
			mine: () => session.call("wait", key),
			open: () => this.#dispatch("open", { todo }),
			edit: () => open("edit"),
			skip: () => open("why"),
			"give-up": () => session.call("skip", key, todo.reason ?? "", as),
			cancel: close,
			details: () => {
				if (this.mode === "review" && !isSettled(todo)) open("edit");
				else ui.details = ui.details === key ? undefined : key;
			},
			steps: () => {
				const button = this.#findRow(key)?.querySelector("[data-do=steps]");
				ui.steps.set(key, button?.getAttribute("aria-expanded") !== "true");
			},
			menu: () => {
				ui.menu = ui.menu === key ? undefined : key;
			},
			up: () => this.#moveBy(todo, -1),
			down: () => this.#moveBy(todo, 1),
			first: () => {
				const first = session.list.todos.find(
					({ status, waiting }) => status === "todo" && !waiting,
				);
				return first && session.move(todo, first.id);
			},
			"to-card": () => {
				ui.card = key;
				this.#focusAfter(".ask textarea, .ask .button");
			},
			"send-back": () => {
				ui.sendsBack = key;
				this.#focusAfter(".ask textarea");
			},
			"cancel-back": () => {
				ui.sendsBack = undefined;
				this.#focusAfter(".ask [data-do=send-back]");
			},
			option: () =>
				session.call("answer", key, element.dataset.option ?? "", as),
			"skip-card": () => session.call("skip", key, "", as),
		};
		const act = actions[action];
		if (act) act();
		else void this.#actOnList(action, element);
	}

	/** Moves a todo past the one before or after it. */
	#moveBy({ key }: ListedTodo, by: -1 | 1): void {
		const session = this.#session;
		const todo = session.findTodo(key);
		if (!todo) return;
		const siblings = session.list.todos.filter(
			(other: ListedTodo) => other.parent === todo.parent,
		);
		const place = siblings.findIndex((other) => other.key === key);
		const other = siblings[place + by];
		if (other) void session.move(todo, other.id);
	}

	async #actOnList(action: string, element: HTMLElement): Promise<void> {
		const session = this.#session;
		const ui = this.#ui;
		const say = this.#say;
		const turn = (by: number) => {
			const cards = listCards(this.#view());
			const place = cards.indexOf(ui.card ?? "") + by + cards.length;
			ui.card = cards[place % cards.length];
			ui.sendsBack = undefined;
			const way = by < 0 ? "previous-card" : "next-card";
			this.#focusAfter(`[data-do=${way}]`);
		};
		const actions: Readonly<Record<string, () => unknown>> = {
			undo: async () => {
				ui.toast = undefined;
				const done = await session.call("undo", { revision: session.shown });
				if (done?.value === false)
					this.#announcer.tell(say("nothingToUndo"), say);
			},
			menu: () => {
				ui.menu = ui.menu === "" ? undefined : "";
			},
			history: () => {
				ui.version = 0;
				this.#focusAfter(".past input");
				return session.readHistory();
			},
			"leave-history": () => {
				ui.version = undefined;
				session.history = undefined;
				this.#focusAfter(".head [data-do=menu]");
			},
			restore: async () => {
				const { history = [] } = session;
				const snapshot = history[(ui.version || history.length) - 1];
				const done =
					snapshot &&
					(await session.call("restoreRevision", snapshot.revision, {
						revision: session.shown,
					}));
				if (done && session === this.#session)
					void this.#actOnList("leave-history", element);
			},
			copy: async () => {
				const text = await session.call("markdown");
				if (!text) return;
				await this.#try(() =>
					navigator.clipboard.writeText(String(text.value)),
				);
				this.#announcer.tell(say("copied"), say);
			},
			unfold: () => {
				ui.isUnfolded = !isUnfolded(this.#view());
			},
			"to-current": () => {
				const row = this.#find(".scroll [data-status=doing]");
				const scroll = this.#find(".scroll");
				this.#scrolledAt = Number.NEGATIVE_INFINITY;
				if (row && scroll) this.#scrollTo(scroll, row);
				row?.querySelector<HTMLElement>(".text")?.focus({
					preventScroll: true,
				});
			},
			start: () => this.#approve(),
			abort: async () => {
				if (!this.#dispatch("abort")) return;
				const { run } = this.#agent;
				if (run) await this.#try(() => run.abort());
			},
			where: () => {
				ui.showsSites = !ui.showsSites;
			},
			revoke: () => session.call("revoke"),
			site: () => {
				const site =
					element.closest<HTMLElement>("[data-site]")?.dataset.site ?? "";
				if (!ui.out.delete(site)) ui.out.add(site);
				this.#focusAfter(`[data-site="${globalThis.CSS.escape(site)}"] button`);
			},
			"put-off": () => {
				ui.putOff = session.list.proposal?.sites.join(" ");
			},
			"previous-card": () => turn(-1),
			"next-card": () => turn(1),
			changes: () => {
				ui.asksForChanges = true;
				this.#focusAfter("[data-draft=changes]");
			},
			"cancel-changes": () => {
				ui.asksForChanges = false;
				this.#focusAfter("[data-do=changes]");
			},
			removed: () => {
				ui.showsRemoved = !ui.showsRemoved;
			},
			"forget-replan": () => {
				session.replan = undefined;
			},
			"forget-error": () => this.#showError(undefined),
			sheet: () => {
				ui.isOpen = !ui.isOpen;
				if (!ui.isOpen) this.#find(".sheet")?.hidePopover?.();
			},
		};
		await actions[action]?.();
		this.#schedule();
	}

	/** Approves the plan with the sites that the person left, or only these, and starts the run. */
	async #approve(): Promise<void> {
		const session = this.#session;
		const ui = this.#ui;
		const { proposal } = session.list;
		const sites = (proposal?.sites ?? []).filter((site) => !ui.out.has(site));
		const isReview = this.mode === "review";
		const revision = session.shown;
		// An agent that is at work asks for sites alone.
		const approval = { revision, sites, ...(!isReview && { refs: [] }) };
		if (!this.#dispatch("start", approval)) return;
		// Starting a plan approves it. What was not approved is not started.
		const isApproved = await session.call("approve", approval);
		if (!isApproved) return;
		ui.out.clear();
		if (!isReview) return;
		// The person has seen how it changed.
		session.replan = undefined;
		this.#schedule();
		if (session === this.#session)
			await this.#try(() =>
				this.#agent.run?.start?.({ revision: session.list.revision }),
			);
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

	/** Focuses what is there after the next change of the page: an element, or a row. */
	#focusAfter(css: string, key?: string): void {
		queueMicrotask(() =>
			queueMicrotask(() => {
				if (key !== undefined) {
					this.#focusRow(key);
					return;
				}
				const found = this.#find<HTMLTextAreaElement>(css);
				found?.focus();
				if (found?.localName === "textarea") found.select();
			}),
		);
		this.#schedule();
	}

	#showToast(text: string): void {
		this.#ui.toast = text;
		this.#announcer.tell(text, this.#say);
		this.#holdToast();
		this.#schedule();
	}

	/** Lets the toast stay as long as it has the pointer or the focus, and for a while after that. */
	#holdToast(event?: Event): void {
		if (this.#ui.toast === undefined) return;
		clearTimeout(this.#toastTimer);
		if ((event?.target as Element | undefined)?.closest(".toast")) return;
		const ui = this.#ui;
		this.#toastTimer = setTimeout(() => {
			if (this.#find(".toast")?.matches(":hover, :focus-within")) return;
			ui.toast = undefined;
			this.#schedule();
		}, toastStays);
	}

	#handleInput({ target }: Event): void {
		const field = target as HTMLInputElement;
		const { draft, range } = field.dataset;
		const { drafts } = this.#ui;
		if (draft !== undefined)
			drafts.set(draft, {
				text: field.value,
				shown: drafts.get(draft)?.shown ?? this.#session.shown,
			});
		if (range !== undefined) {
			const { history = [] } = this.#session;
			const place = Number(field.value);
			this.#ui.version = place === history.length ? 0 : place;
			this.#schedule();
		}
	}

	#handleSubmit(event: Event): void {
		event.preventDefault();
		const form = event.target as HTMLFormElement;
		const field = form.querySelector<HTMLInputElement>("[data-draft]");
		const todo = this.#todoOf(form);
		if (!field) return;
		if (form.dataset.form === "changes") void this.#reject(field);
		else if (form.dataset.form === "add") void this.#submitNew(field);
		else if (todo) void this.#submitOn(todo, form, field);
	}

	/** Submits the form of a todo. It stays open if it is refused, so that the person can correct it. */
	async #submitOn(
		{ key }: ListedTodo,
		{ dataset: { form: kind = "" } }: HTMLFormElement,
		field: HTMLInputElement,
	): Promise<void> {
		const session = this.#session;
		const ui = this.#ui;
		const { draft: name = "" } = field.dataset;
		const { value } = field;
		const text = value.trim();
		const as = { revision: ui.drafts.get(name)?.shown ?? session.shown };
		const isSame = value === ui.forms.get(key)?.opened;
		const submit = (): Promise<object | undefined> => {
			switch (kind) {
				case "edit":
					// An unchanged form must not undo what others wrote meanwhile.
					return isSame
						? Promise.resolve({})
						: session.call("edit", key, { content: value });
				case "why":
					return session.call("skip", key, text, as);
				case "back":
					return session.call("reopen", key, text, as);
				default:
					return session.call("answer", key, text, as);
			}
		};
		// Safari moves the focus from a clicked button to the page.
		const before = this.#root.activeElement;
		const done = await submit();
		if (session !== this.#session) return;
		const typed = ui.drafts.get(name);
		if (!done) {
			// The next attempt is about what is shown now.
			ui.drafts.set(name, {
				text: typed?.text ?? value,
				shown: session.list.revision,
			});
			return;
		}
		// A person may have typed something else meanwhile.
		if (typed && typed.text !== value) return;
		ui.drafts.delete(name);
		ui.sendsBack = undefined;
		const form = ui.forms.get(key);
		if (form?.kind === kind) ui.forms.delete(key);
		const { activeElement } = this.#root;
		const isHere =
			activeElement === null ||
			activeElement === before ||
			field.form?.contains(activeElement);
		this.#schedule();
		if (isHere && form) this.#focusAfter("", key);
	}

	/** Passes on the requested changes. The form stays open until somebody has taken them. */
	async #reject(field: HTMLInputElement): Promise<void> {
		const changes = field.value.trim();
		if (changes === "") return;
		const ui = this.#ui;
		let isTaken = false;
		const detail = {
			// Reading it takes it, as an event does not say whether anybody listens.
			get changes() {
				isTaken = true;
				return changes;
			},
		};
		const { run } = this.#agent;
		if (this.#dispatch("reject", detail) && run?.reject) {
			isTaken = true;
			if (!(await this.#try(() => run.reject?.(changes)))) return;
		}
		this.#showError(isTaken ? undefined : new Error(this.#say("notTaken")));
		if (!isTaken || field.value.trim() !== changes) return;
		ui.drafts.delete("changes");
		ui.asksForChanges = false;
		this.#focusAfter("[data-do=changes]");
	}

	async #submitNew(field: HTMLInputElement): Promise<void> {
		const session = this.#session;
		const { value } = field;
		if (value.trim() === "") return;
		const done = await session.call("addMultiple", [value]);
		// A person may type the next one meanwhile.
		if (!done || session !== this.#session || field.value !== value) return;
		field.value = "";
		this.#ui.drafts.delete("add");
	}

	#handleKeyDown(event: KeyboardEvent): void {
		const { key, shiftKey, ctrlKey, metaKey, isComposing } = event;
		if (isComposing) return;
		const target = event.target as HTMLElement;
		const form = target.closest<HTMLElement>("form");
		const menu = target.closest(".menu");
		const isUndo = (ctrlKey || metaKey) && !shiftKey && key === "z" && !form;
		if (isUndo) void this.#actOnList("undo", target);
		const isLeft = key === "Escape" && this.#leaves(target, form);
		const isHandled =
			isUndo ||
			isLeft ||
			(menu
				? handleMenuKey(event, menu)
				: !target.closest("[data-range]") &&
					handleKey(event, {
						act: (action, row) => this.#act(action, row),
						move: (row, by) => {
							const todo = this.#todoOf(row);
							if (todo) this.#moveBy(todo, by);
						},
					}));
		if (isHandled) event.preventDefault();
	}

	/** Closes what Escape closes: a form, the details of a row, the history. */
	#leaves(target: HTMLElement, form: HTMLElement | null): boolean {
		const ui = this.#ui;
		const cancels: Readonly<Record<string, string>> = {
			edit: "cancel",
			why: "cancel",
			back: "cancel-back",
			changes: "cancel-changes",
		};
		const cancel = cancels[form?.dataset.form ?? ""];
		if (cancel) this.#act(cancel, target);
		else if (ui.details !== undefined && target.closest(".row"))
			ui.details = undefined;
		else if (ui.version !== undefined)
			void this.#actOnList("leave-history", target);
		else return false;
		this.#schedule();
		return true;
	}

	/** The row that has the focus is the one that Tab comes back to. */
	#handleFocus({ target }: FocusEvent): void {
		const row = (target as Element).closest<HTMLElement>(".list .row");
		const { key } = row?.dataset ?? {};
		if (key === undefined) return;
		this.#ui.stop = this.#ui.focused = key;
		this.#schedule();
	}

	/** A popover that the browser closed is closed. */
	#handleToggle(event: Event): void {
		const { newState } = event as ToggleEvent;
		const target = event.target as HTMLElement;
		if (newState !== "closed" || !target.popover) return;
		if (target.matches(".menu")) this.#ui.menu = undefined;
		else this.#ui.isOpen = false;
		this.#schedule();
	}

	#handlePointerDown(event: PointerEvent): void {
		const target = event.target as Element;
		const row = target.closest<HTMLElement>(".list .row");
		const isElsewhere = target.closest(
			"form, a, .actions, .buttons, .icon, .glyph, .facts, summary",
		);
		const view = row && this.#view();
		if (!row?.dataset.key || isElsewhere || event.button !== 0) return;
		if (view?.isReadonly) return;
		this.#endDrag();
		this.#endDrag = drag(event, row, {
			show: (dragged) => {
				this.#ui.dragged = dragged;
				this.#render();
			},
			drop: ({ key, over, isAfter }) => {
				const session = this.#session;
				const todo = session.findTodo(key);
				const other = session.findTodo(over);
				if (!todo || !other) return;
				const place = other.id - (isAfter ? 0 : 1);
				void session.move(todo, place + (place < todo.id ? 1 : 0));
			},
		});
	}
}

const tokens = [
	"--card",
	"--card-foreground",
	"--muted-foreground",
	"--border",
	"--primary",
	"--primary-foreground",
	"--destructive",
];

/** Returns the card to show: the one that was shown, as long as it waits. */
const chooseCard = (cards: readonly string[], shown: string | undefined) =>
	shown !== undefined && cards.includes(shown) ? shown : cards[0];

/** Where the focus is. */
interface Place {
	readonly key: string | undefined;
	/** The place of the row among all, or −1. */
	readonly index: number;
	readonly isInCard: boolean;
	readonly isInMenu: boolean;
}

function readPlace(active: HTMLElement | null): Place {
	const row = active?.closest<HTMLElement>(".list .row");
	const card = active?.closest<HTMLElement>(".ask");
	const menu = active?.closest<HTMLElement>(".menu");
	const { card: about } = card?.dataset ?? {};
	return {
		key:
			row?.dataset.key ??
			menu?.dataset.key ??
			(about === sitesCard ? undefined : about),
		index: row
			? [...(row.closest(".list")?.querySelectorAll(".row") ?? [])]
					.filter(isShown)
					.indexOf(row)
			: -1,
		isInCard: card !== null && card !== undefined,
		isInMenu: menu !== null && menu !== undefined,
	};
}

/** Shows a popover below an element, or above it where there is more room. Returns whether it was closed before. */
function place(
	popover: HTMLElement,
	beside: Element,
	isAsWide: boolean,
): boolean {
	if (popover.matches(":popover-open")) return false;
	popover.showPopover?.();
	const { top, bottom, left, right, width } = beside.getBoundingClientRect();
	const { innerHeight, innerWidth } =
		popover.ownerDocument.defaultView ?? globalThis;
	const { style } = popover;
	if (isAsWide) style.inlineSize = `${width}px`;
	const room = Math.max(innerHeight - bottom, top) - 12;
	style.maxBlockSize = `${room}px`;
	const isBelow =
		innerHeight - bottom > popover.offsetHeight + 8 ||
		innerHeight - bottom >= top;
	style.top = isBelow ? `${bottom + 6}px` : "auto";
	style.bottom = isBelow ? "auto" : `${innerHeight - top + 6}px`;
	const isRtl = getComputedStyle(beside).direction === "rtl";
	const start = isAsWide || isRtl ? left : right - popover.offsetWidth;
	const most = innerWidth - popover.offsetWidth - 4;
	style.left = `${Math.max(4, Math.min(start, most))}px`;
	return true;
}
