// What the parts of the element share: the list that it shows, what a person has open, and what is
// in the page.

import type { Todo } from "../../generated/agent_todos_bg.js";
import type { ConversationLike, RunLike } from "../connect/agent.js";
import type { Drag } from "./act/drag.js";
import { type ShownPiece, show } from "./dom/template.js";
import type { AgentTodosEventMap } from "./events.js";
import { makeSay, type Say } from "./labels.js";
import type { TodosMode, TodosState } from "./mode.js";
import { readDecisions, type TodoChange } from "./session/news.js";
import { Preview } from "./session/preview.js";
import { ListSession } from "./session/session.js";
import {
	isConnected,
	type ShownList,
	type TodoSource,
	toStillList,
} from "./session/source.js";
import {
	dropInherited,
	isSettled,
	makeTree,
	readPlan,
} from "./session/tree.js";
import { Ui } from "./session/ui.js";
import { Announcer } from "./view/announcer.js";
import { showDeed } from "./view/toast.js";
import type { OnDemand, RowMemo, View } from "./view/view.js";

/** How long a todo that was just settled stays where it is, in milliseconds. */
const foldDelayMs = 1200;

/** How long a sign of the agent counts, in milliseconds. */
const signMs = 60_000;

/** A list that is connected again within this time was never away, in milliseconds. */
const lostMs = 1000;

/** The element, as its parts see it. */
export interface PanelElement extends HTMLElement {
	readonly mode: TodosMode;
	readonly readonly: boolean;
	/** Whether the host listens to `resume`. */
	readonly canResume?: boolean;
}

/** The agent that works on the list. */
interface ShownAgent {
	readonly conversation: ConversationLike | undefined;
	readonly run: Pick<RunLike, "approve" | "reject" | "abort"> | undefined;
	readonly isRunning: boolean;
	readonly isStopped: boolean;
}

export class Panel {
	readonly element: PanelElement;
	readonly root: ShadowRoot;
	/** Draws the panel at once. */
	readonly draw: () => void;
	source: TodoSource | undefined;
	given: readonly Todo[] | undefined;
	ownConversation: ConversationLike | undefined;
	ownRun: RunLike | undefined;
	/** The runs that have ended, and whether they were stopped. */
	readonly ended = new WeakMap<object, boolean>();
	planningSince: number | undefined;
	/** Whether somebody works on the list, where the host says so. */
	state: TodosState | undefined;
	/** What is loaded after what is shown, for when a person presses something. */
	onDemand: OnDemand | undefined;
	idleTimer: ReturnType<typeof setTimeout> | undefined;
	/**
	 * Since when the list cannot be reached: 0 while it can. Undefined before the list is first
	 * shown.
	 */
	lostAt: number | undefined;
	lostTimer: ReturnType<typeof setTimeout> | undefined;
	say: Say = makeSay({});
	session = this.makeSession();
	preview = new Preview();
	ui = new Ui();
	live: readonly ShownPiece[] = [];
	rows = new Map<string, RowMemo>();
	isDue = false;
	/** Whether the shadow root has what a server wrote, which stays until there is a list. */
	isFromServer: boolean;
	spoken = "";
	readonly announcer = new Announcer((text) => {
		this.spoken = text;
		this.schedule();
	});
	/** The drag of a row, also when it is over. */
	drag: Drag | undefined;
	detachAgent = () => {};
	clock: ReturnType<typeof setInterval> | undefined;
	/** How many todos wait for the user. */
	waiting = 0;
	scrolledAt = Number.NEGATIVE_INFINITY;
	/** What had the focus last. */
	lastFocused: HTMLElement | undefined;
	/** Where the element itself has scrolled to. */
	scrolledTo = -1;
	toastTimer: ReturnType<typeof setTimeout> | undefined;
	/** Whether the person points with a finger. */
	isTouch = false;
	/** Whether a finger is in the list, or was a moment ago. */
	isTouched = false;
	/** When the pointer last moved. */
	movedAt = Number.NEGATIVE_INFINITY;
	restTimer: ReturnType<typeof setTimeout> | undefined;
	touchTimer: ReturnType<typeof setTimeout> | undefined;
	armTimer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		element: PanelElement,
		root: ShadowRoot,
		isFromServer: boolean,
		draw: (panel: Panel) => void,
	) {
		this.element = element;
		this.root = root;
		this.isFromServer = isFromServer;
		this.draw = () => draw(this);
	}

	makeSession(): ListSession {
		const list = this.source ?? toStillList(this.given ?? []);
		return new ListSession(list, {
			changed: () => this.schedule(),
			listChanged: (changes, isOwn) => this.showChanges(changes, isOwn),
			emptied: () => {
				this.startSession();
				this.announcer.announce(this.say("empty"), this.say);
			},
			answered: (error) => this.showError(error),
			did: (deed) => showDeed(this, deed),
			outdated: ({ content }) =>
				this.showError(new Error(this.say("outdated", { todo: content }))),
		});
	}

	/** Shows another list, or the same again. Nothing that was shown or open before stays. */
	startSession(): void {
		this.session.end();
		this.drag?.end();
		clearTimeout(this.toastTimer);
		clearTimeout(this.armTimer);
		this.lostAt = undefined;
		this.session = this.makeSession();
		this.preview = new Preview();
		this.ui = new Ui();
		this.rows = new Map();
		this.announcer.clear();
		// Nothing of the former list stays in the page, and no key that is meant for it reaches a
		// button of this one.
		if (!this.isFromServer) this.live = show(this.root, this.live, []);
		if (this.element.isConnected) this.session.listen();
		this.attachAgent();
		this.schedule();
	}

	/** Shows the todos that were given. Those that are shown already stay as they are. */
	showGiven(): void {
		const { list } = this.session;
		if (list.todos.length === 0 || !this.given?.length) {
			this.startSession();
			return;
		}
		Object.assign(list, { todos: this.given });
		this.session.signAt = Date.now();
		this.schedule();
	}

	/** Announces changes, and keeps what was just settled where it is for a moment. */
	showChanges(changes: readonly TodoChange[], isOwn: boolean): void {
		// The toast names what the person has just done.
		if (!isOwn) this.announcer.announceChanges(changes, this.say);
		const { justDone } = this.ui;
		if (changes.some(({ by }) => by !== "user")) this.notePlan();
		for (const { todo, was } of changes) {
			if (!isSettled(todo) || !was || isSettled(was)) continue;
			justDone.add(todo.key);
			setTimeout(() => {
				justDone.delete(todo.key);
				this.schedule();
			}, foldDelayMs);
		}
		// Where a person is in the list, it stays open at its end.
		const { todos } = this.session.list;
		const scroll = this.find(".scroll");
		if (
			todos.length > 0 &&
			todos.every(isSettled) &&
			scroll?.matches(":hover, :focus-within")
		)
			this.ui.isUnfolded ??= true;
	}

	/** Records that the agent has planned, also where the plan is the same as before. */
	notePlan(): void {
		const { askedFor } = this.ui;
		if (!askedFor) return;
		askedFor.isPlanned = true;
		const { list } = this.session;
		if (readPlan(list.todos) === askedFor.plan) {
			// What was left out meanwhile is there again.
			this.session.replan = undefined;
			this.announcer.announce(this.say("samePlan"), this.say);
		}
		this.schedule();
	}

	/** Records each time that a run asks for the approval of a plan. */
	async followEvents(run: RunLike | undefined): Promise<void> {
		try {
			for await (const { type } of run?.events ?? []) {
				if (run !== this.ownRun) return;
				if (type === "approving") this.notePlan();
			}
		} catch {
			// There are no more events.
		}
	}

	/** The agent that was set, or the follower's. */
	get agent(): ShownAgent {
		const { conversation, run } = this.session.list;
		const own = this.ownRun;
		const todos = this.session.list.todos;
		// A run that does not report its end counts as ended once everything is settled.
		const isOver =
			own !== undefined &&
			(own.result
				? this.ended.has(own)
				: todos.length > 0 && todos.every(isSettled));
		return {
			conversation: this.ownConversation ?? conversation,
			run: own ?? (run?.isRunning ? run : undefined),
			isRunning: own ? !isOver : run?.isRunning === true,
			isStopped: own
				? this.ended.get(own) === true
				: run?.result?.status === "aborted",
		};
	}

	attachAgent(): void {
		this.detachAgent();
		if (!this.element.isConnected) return;
		const { list } = this.session;
		const conversation = this.ownConversation ?? list.conversation;
		const { run } = list;
		const read = () =>
			[conversation?.toldRevision, conversation?.writing, run?.event] as const;
		let known: ReturnType<typeof read> = read();
		const listen = () => {
			const now = read();
			// A connection that is lost or there again is no sign of the agent.
			if (now.some((value, place) => value && value !== known[place]))
				this.session.signAt = Date.now();
			const isWritten = known[1] !== undefined && now[1] === undefined;
			const isAsking =
				run?.event !== known[2] && run?.event?.type === "approving";
			if (isWritten || isAsking) this.notePlan();
			known = now;
			this.#noteFailure();
			this.schedule();
		};
		this.#noteFailure();
		const offs = [conversation, run].map((it) => it?.subscribe?.(listen));
		this.detachAgent = () => {
			for (const off of offs) off?.();
		};
	}

	/** Shows once why the follower's run failed. */
	#noteFailure(): void {
		const { list, hasNotedFailure } = this.session;
		const result = this.ownRun ? undefined : list.run?.result;
		this.session.hasNotedFailure = result?.status === "failed";
		if (result?.status === "failed" && !hasNotedFailure)
			this.showError(new Error(result.error));
	}

	/** Shows why something was refused, until something else is done. */
	showError(error: unknown): void {
		this.ui.error =
			error === undefined
				? undefined
				: String((error as Error | null)?.message ?? error);
		this.schedule();
	}

	schedule(): void {
		if (this.isDue || !this.element.isConnected) return;
		this.isDue = true;
		queueMicrotask(() => {
			this.isDue = false;
			if (this.element.isConnected) this.draw();
		});
	}

	find<Found extends HTMLElement = HTMLElement>(css: string): Found | null {
		return this.root.querySelector<Found>(css);
	}

	findRow = (key: string) =>
		this.find(`.row[data-key="${globalThis.CSS.escape(key)}"]`);

	/**
	 * Whether a person is writing in a field that is shown, which stays where it is while the list is
	 * not connected.
	 */
	get #isWriting(): boolean {
		const fields = this.root.querySelectorAll<HTMLElement>("[data-draft]");
		return [...fields].some(
			(field) =>
				field === this.root.activeElement ||
				this.ui.drafts.has(field.dataset.draft ?? ""),
		);
	}

	/**
	 * Returns whether the list can be reached. A worker that the browser stopped is there again in a
	 * moment, in which nothing flickers.
	 */
	#isThere(list: ShownList): boolean {
		clearTimeout(this.lostTimer);
		if (isConnected(list)) {
			this.lostAt = 0;
			return true;
		}
		this.lostAt ??= Number.NEGATIVE_INFINITY;
		this.lostAt ||= performance.now();
		const rest = this.lostAt + lostMs - performance.now();
		if (rest > 0) this.lostTimer = setTimeout(() => this.schedule(), rest);
		return rest > 0;
	}

	/**
	 * Returns whether somebody works on the list: what the host says, else whether there was a sign
	 * of it within the last minute.
	 */
	#isAtWork(isRunning: boolean): boolean {
		clearTimeout(this.idleTimer);
		if (this.state) return this.state === "working";
		const rest = (this.session.signAt ?? 0) + signMs - Date.now();
		if (isRunning || rest <= 0) return isRunning;
		this.idleTimer = setTimeout(() => this.schedule(), rest);
		return true;
	}

	view(): View {
		const session = this.session;
		const { list } = session;
		const isThere = this.#isThere(list);
		const { conversation, isRunning, isStopped } = this.agent;
		const todos: readonly Readonly<Todo>[] = list.todos.map(dropInherited);
		const { owners, askedFor } = this.ui;
		for (const { owner } of todos)
			if (owner && !owners.includes(owner)) owners.push(owner);
		const preview = this.preview.show(conversation?.writing);
		this.preview.keepRows(todos, (key) => this.rows.has(key));
		const isPlanning = isRunning && todos.length === 0;
		this.planningSince = isPlanning
			? (this.planningSince ?? Date.now())
			: undefined;
		return {
			say: this.say,
			ui: this.ui,
			session,
			mode: this.element.mode,
			isReadonly:
				this.element.readonly || !this.source || !(isThere || this.#isWriting),
			isConnected: isThere,
			isRunning: isRunning && !this.element.readonly && isThere,
			isStopped,
			isIdle:
				todos.some(({ status, claimed }) => status === "doing" && !claimed) &&
				!this.#isAtWork(isRunning || preview !== undefined),
			canResume: this.element.canResume === true,
			onDemand: this.onDemand,
			planningSince: this.planningSince,
			asked: askedFor?.plan === readPlan(todos) ? askedFor : undefined,
			preview,
			nameRow: (key) => this.preview.nameRow(key),
			todos,
			items: makeTree(todos),
			decisions: readDecisions(list),
			toldRevision: conversation?.toldRevision,
			owners,
			rows: this.rows,
		};
	}

	focusRow(key: string | undefined, options?: FocusOptions): void {
		const row = key ? this.findRow(key) : null;
		const text = row?.querySelector<HTMLElement>(".text");
		(text ?? this.find(".head [data-do=menu]"))?.focus(options);
	}

	/** Focuses what is there after the next change of the page: an element, or a row. */
	focusAfter(css: string, key?: string): void {
		queueMicrotask(() =>
			queueMicrotask(() => {
				if (key !== undefined) {
					this.focusRow(key);
					return;
				}
				const found = this.find<HTMLTextAreaElement>(css);
				found?.focus();
				if (found?.localName === "textarea") found.select();
			}),
		);
		this.schedule();
	}

	setOutOfSight(isOutOfSight: boolean): void {
		if (this.ui.isOutOfSight === isOutOfSight) return;
		this.ui.isOutOfSight = isOutOfSight;
		this.schedule();
	}

	dispatch(name: keyof AgentTodosEventMap, detail?: object): boolean {
		const cancelable = name !== "open" && name !== "waiting-change";
		return this.element.dispatchEvent(
			new CustomEvent(name, { cancelable, detail }),
		);
	}

	/** Loads what a person needs once they press something. */
	async load(): Promise<OnDemand> {
		if (!this.onDemand) {
			const loaded = await import("./on-demand.js");
			if (!this.onDemand) loaded.listenForTips(this);
			this.onDemand = loaded;
			this.schedule();
		}
		return this.onDemand;
	}

	/** Returns the todo that an element is about, as the person sees it. */
	findTodoOf(element: Element): Readonly<Todo> | undefined {
		const owner = element.closest<HTMLElement>("[data-key], [data-card]");
		return this.session.findTodo(
			owner?.dataset.key ?? owner?.dataset.card ?? "",
		);
	}

	/** Calls the host. Shows an error, and returns whether there was none. */
	async try(act: () => unknown): Promise<boolean> {
		try {
			await act();
			return true;
		} catch (error) {
			this.showError(error ?? new Error());
			return false;
		}
	}
}
