// `<agent-todos>`: the list, as a person sees it and works on it.

import type { Outcome, Todo } from "../../generated/agent_todos_bg.js";
import { type AgentLike, checkAgent } from "../connect/agent.js";
import { focusAgain } from "./act/focus.js";
import { listenTo } from "./act/input.js";
import { checkTokens, followScheme } from "./dom/tokens.js";
import { draw } from "./draw.js";
import type { AgentTodosEventMap } from "./events.js";
import {
	checkLabels,
	checkMode,
	checkSource,
	checkState,
	isMode,
	type PlainTodo,
	readTodos,
} from "./given.js";
import { type Labels, makeSay } from "./labels.js";
import type { TodosMode, TodosState } from "./mode.js";
import { Panel } from "./panel.js";
import type { TodoSource } from "./session/source.js";

export type {
	AgentTodosEventMap,
	PlanApproval,
	PlanChanges,
	TodoOpen,
	WaitingChange,
} from "./events.js";
export type { TodosMode, TodosState } from "./mode.js";

/** An element whose listeners know the details of its events. */
export interface EventfulElement extends HTMLElement {
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
const ServerElement = class {} as typeof HTMLElement;

const Base = (globalThis.HTMLElement ??
	ServerElement) as unknown as new () => EventfulElement;

const properties = [
	"list",
	"todos",
	"agent",
	"state",
	"labels",
	"heading",
] as const;

/**
 * The element `<agent-todos>`, which shows a list and lets a person edit it.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { AgentTodosElement, type Labels } from "agent-todos/element";
 * import type { AgentTodosEventMap, TodoSource } from "agent-todos/element";
 *
 * await init();
 * const list: TodoSource = new TodoStore();
 * const labels: Labels = { start: "Go" };
 * const agent = { approve: () => console.log("approved"), abort: () => {} };
 * const element = Object.assign(new AgentTodosElement(), { list, labels, agent });
 * element.mode = "review";
 * element.state = "working"; // where your program knows
 * element.addEventListener("approve", ({ detail }) => console.log(detail.sites));
 * element.addEventListener("open", ({ detail }) => console.log(detail.todo.data));
 * element.addEventListener("waiting-change", ({ detail }) => console.log(detail.waiting));
 * element.addEventListener("reject", (event) => {
 *   event.preventDefault(); // your program has taken it
 *   console.log(event.detail.changes);
 * });
 * const onAbort = (event: AgentTodosEventMap["abort"]) => event.preventDefault();
 * element.addEventListener("abort", onAbort);
 * document.body.append(element);
 * console.log(element.localName, element.mode); // → agent-todos review
 * ```
 *
 * @tag agent-todos
 * @attr {"line" | "list" | "review" | "sites"} [mode="list"] - How the list is shown: as one line,
 * as the whole list, as a plan for approval, or with the sites that an agent at work asks for. In
 * each mode, a run that waits for an approval shows the plan, and one that executes the list.
 * @attr {string} heading - What the list is for, before its title.
 * @attr {boolean} readonly - Shows the list without anything that can be pressed.
 * @attr {boolean} resumable - Shows "Continue" while nobody works on what is in progress, and
 * after a run was stopped.
 * @fires {CustomEvent<PlanApproval>} approve - A person approves the plan as it was at
 * `detail.revision`, or sites alone. `detail.sites` are all sites where the agent may act from then
 * on. Unless it is cancelled, these are approved and `agent.approve()` is called.
 * @fires {CustomEvent<PlanChanges>} reject - A person asks for changes of the plan, in
 * `detail.changes`. Unless it is cancelled, `agent.reject(changes)` is called; without that, the
 * text stays. A listener that has taken it cancels the event.
 * @fires {CustomEvent<null>} abort - A person stops the agent. Unless it is cancelled,
 * `agent.abort()` is called.
 * @fires {CustomEvent<null>} resume - A person wants a stopped run to continue, or what is in
 * progress although nobody works on it. The button is there if the element is `resumable`.
 * @fires {CustomEvent<TodoOpen>} open - A person opens a todo that has data, in `detail.todo`. The
 * element does nothing by itself.
 * @fires {CustomEvent<WaitingChange>} waiting-change - Another number of todos waits for the user,
 * in `detail.waiting`.
 * @cssprop --agent-todos-text - The texts. Default: the token `--card-foreground`.
 * @cssprop --agent-todos-muted - What matters less. Default: `--muted-foreground`.
 * @cssprop --agent-todos-background - The background. Default: `--card`.
 * @cssprop --agent-todos-border - Lines and borders. Default: `--border`.
 * @cssprop --agent-todos-accent - What is in progress, the main button and the focus. Default:
 * `--primary`.
 * @cssprop --agent-todos-on-accent - Text on that. Default: `--primary-foreground`.
 * @cssprop --agent-todos-error - What failed or was refused. Default: `--destructive`.
 * @cssprop --agent-todos-success - What is done.
 * @cssprop --agent-todos-warning - What waits for the person.
 * @cssprop --agent-todos-person - What the person decided.
 * @cssprop --agent-todos-radius - The corners. Default: `--radius`.
 * @cssprop --agent-todos-font - The font, as the property `font` takes it. Default: 14px/20px with
 * the family `--font-sans`.
 * @cssprop --agent-todos-lines - After how many lines a text is cut. Default: 2.
 * @slot result - The result of the task, below the list.
 * @slot step-KEY - The work of the step with this key: under its row while it is in progress, and
 * in its details.
 * @csspart head - The header.
 * @csspart heading - What the list is for.
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
 * @csspart line - The line of `mode="line"`.
 * @csspart sheet - The list that the line opens.
 * @csspart skeleton - What stands for todos that are still planned.
 * @csspart empty - What an empty list shows.
 */
export class AgentTodosElement extends Base {
	/** The attributes that the element observes. */
	static readonly observedAttributes = [
		"heading",
		"mode",
		"readonly",
		"resumable",
	];
	readonly #internals: ElementInternals;
	readonly #panel: Panel;
	readonly #followScheme = () => followScheme(this, this.#internals);
	/** A page changes its theme by an attribute, or with the system. */
	readonly #themes = new MutationObserver(this.#followScheme);
	#dark: MediaQueryList | undefined;
	#labels: Labels = {};
	#todos: readonly (Todo | PlainTodo)[] | undefined;

	constructor() {
		super();
		this.#internals = this.attachInternals();
		const { shadowRoot } = this.#internals;
		const root = shadowRoot ?? this.attachShadow({ mode: "open" });
		this.#panel = new Panel(this, root, shadowRoot !== null, draw);
		listenTo(this.#panel);
	}

	/** Sets the list. */
	set list(list: TodoSource | undefined) {
		if (list === this.#panel.source) return;
		if (list != null) checkSource(list);
		this.#panel.source = (list ?? undefined) as TodoSource | undefined;
		this.#panel.startSession();
	}

	/**
	 * The list: a store, or a follower of one, which brings its `agent` along.
	 */
	get list(): TodoSource | undefined {
		return this.#panel.source as TodoSource | undefined;
	}

	/** Sets the todos. */
	set todos(todos: readonly (Todo | PlainTodo)[] | undefined) {
		if (todos === this.#todos) return;
		this.#panel.given = todos && readTodos(todos);
		this.#todos = todos;
		if (!this.#panel.source) this.#panel.showGiven();
	}

	/**
	 * Todos to show without a store, read-only: of a transcript, or of LangChain's `state.todos`. Not
	 * used while there is a `list`. Throws `invalid_argument` if one of them is not a todo.
	 */
	get todos(): readonly (Todo | PlainTodo)[] | undefined {
		return this.#todos;
	}

	/** Sets the agent. */
	set agent(agent: AgentLike | undefined) {
		if (agent != null) checkAgent(agent);
		this.#panel.agent.follow(agent ?? undefined);
		this.#panel.attachAgent();
	}

	/**
	 * The agent that works on the list: a `Conversation`, or what `runAgent()` returns. From the
	 * conversation, also that of a run, the element shows whether the agent knows of each change. A
	 * run is what the buttons start and stop, unless an event listener prevents it; the Stop button
	 * appears until its `result` is there. A follower brings its own agent along.
	 */
	get agent(): AgentLike | undefined {
		return this.#panel.agent.own;
	}

	/** Sets whether somebody works on the list. */
	set state(state: TodosState | undefined) {
		if (state != null) checkState(state);
		this.#panel.agent.state = state ?? undefined;
		this.#panel.schedule();
	}

	/**
	 * Whether somebody works on what is in progress, if your program knows. Undefined by default: the
	 * element then looks for signs of it, which are a run that goes on, a call that is being written,
	 * and, within the last 60 seconds, a change by the agent or news of its conversation. Throws
	 * `invalid_argument` for another value.
	 */
	get state(): TodosState | undefined {
		return this.#panel.agent.state;
	}

	/**
	 * Moves the focus to where it was in the element before, else to the todo in progress. So a
	 * program that restores `document.activeElement`, which is the element, takes no word from a
	 * person who is writing.
	 */
	override focus(options?: FocusOptions | undefined): void {
		focusAgain(this.#panel, options);
	}

	/** Sets the texts. */
	set labels(labels: Labels | undefined) {
		if (labels != null) checkLabels(labels);
		this.#labels = labels ?? {};
		this.#panel.say = makeSay(this.#labels);
		this.#panel.schedule();
	}

	/** The texts of the element, for other languages. A missing one is shown in English. */
	get labels(): Labels {
		return this.#labels;
	}

	/** Sets the heading. */
	set heading(heading: string | undefined) {
		if (heading == null) this.removeAttribute("heading");
		else this.setAttribute("heading", heading);
	}

	/**
	 * Reflects the attribute `heading`: what the list is for, before its title. Default: none.
	 */
	get heading(): string {
		return this.getAttribute("heading") ?? "";
	}

	/** Sets the mode. */
	set mode(mode: TodosMode | undefined) {
		if (mode == null) this.removeAttribute("mode");
		else {
			checkMode(mode);
			this.setAttribute("mode", mode);
		}
	}

	/**
	 * Reflects the attribute `mode`. Default `"list"`. Throws `invalid_argument` for another mode.
	 */
	get mode(): TodosMode {
		const mode = this.getAttribute("mode");
		return isMode(mode) ? mode : "list";
	}

	/** Sets whether the list is only shown. */
	set readonly(isReadonly: boolean | undefined) {
		this.toggleAttribute("readonly", isReadonly === true);
	}

	/** Reflects the attribute `readonly`: the list is shown, and nothing in it can be pressed. */
	get readonly(): boolean {
		return this.hasAttribute("readonly");
	}

	/** Sets whether stopped work can continue. */
	set resumable(isResumable: boolean | undefined) {
		this.toggleAttribute("resumable", isResumable === true);
	}

	/**
	 * Reflects the attribute `resumable`: while nobody works on what is in progress, and after a run
	 * was stopped, there is a button "Continue", which fires `resume`.
	 */
	get resumable(): boolean {
		return this.hasAttribute("resumable");
	}

	/**
	 * Shows a call's notes in the details of the rows that they name, else of those that the call
	 * changed, until these rows change again. Pass the outcome of every call, including those without
	 * notes: a change since the previous call is attributed to this one.
	 */
	showNotes(outcome: Pick<Outcome, "notes" | "revision">): void {
		if (!this.#panel.session.keepNotes(outcome))
			this.#panel.announcer.announce(outcome.notes.join("\n"), this.#panel.say);
		this.#panel.schedule();
	}

	/** The browser calls this when the element is inserted into a document. */
	connectedCallback(): void {
		this.#panel.adoptStyles();
		for (const name of properties) this.#upgrade(name);
		checkTokens(this, this.#internals);
		this.#followScheme();
		const { documentElement, body, defaultView } = this.ownerDocument;
		for (const node of [documentElement, body])
			this.#themes.observe(node, { attributes: true });
		this.#dark = defaultView?.matchMedia?.("(prefers-color-scheme: dark)");
		this.#dark?.addEventListener("change", this.#followScheme);
		this.#panel.session.listen();
		this.#panel.attachAgent();
		this.#panel.schedule();
	}

	/** The browser calls this when the element is removed from a document. */
	disconnectedCallback(): void {
		this.#themes.disconnect();
		this.#dark?.removeEventListener("change", this.#followScheme);
		this.#panel.leave();
	}

	/** The browser calls this when an observed attribute changes. */
	attributeChangedCallback(): void {
		this.#panel.schedule();
	}

	/**
	 * Sets a property again that was set before the element was defined, and so hides the class's
	 * accessor.
	 */
	#upgrade(name: (typeof properties)[number]): void {
		if (!Object.hasOwn(this, name)) return;
		const value = this[name];
		delete this[name];
		Object.assign(this, { [name]: value });
	}
}
