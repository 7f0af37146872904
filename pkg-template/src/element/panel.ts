// What the parts of the element share: the list that it shows, what a person has open, and what is
// in the page.

import type { HeldDecision, Todo } from "../../generated/agent_todos_bg.js";
import type { ConversationLike, RunLike } from "../connect/agent.js";
import type { Todos } from "../tools/todos.js";
import type { Drag } from "./act/drag.js";
import { Moments, momentMs, sentenceMs } from "./act/moments.js";
import { isInList } from "./act/presence.js";
import { elementStyle, getStyles } from "./dom/style.js";
import { type ShownPiece, show } from "./dom/template.js";
import type { AgentTodosEventMap } from "./events.js";
import { addTexts, makeSay, type Say } from "./labels.js";
import type { TodosMode, TodosState } from "./mode.js";
import { readDecisions, type TodoChange } from "./session/news.js";
import { Preview } from "./session/preview.js";
import { type Deed, ListSession } from "./session/session.js";
import {
	isConnected,
	type ShownList,
	type TodoSource,
	toStillList,
} from "./session/source.js";
import { type Shown, showStill } from "./session/still.js";
import {
	dropInherited,
	type Item,
	isSettled,
	makeTree,
	readPlan,
} from "./session/tree.js";
import { Ui } from "./session/ui.js";
import { Announcer } from "./view/announcer.js";
import { sayHeld } from "./view/held.js";
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
	readonly heading: string;
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
	/** What rows show for a moment. */
	readonly moments = new Moments();
	/** The list as it stands still while a person is in it. */
	still: Shown | undefined;
	/** What was drawn last of the list. */
	lastShown: Shown | undefined;
	/** What the person has changed since. */
	ownChanges: TodoChange[] = [];
	/** The line over the list. */
	line: HTMLElement | null = null;
	/** The glide of the element's height. */
	gliding: Animation | undefined;
	/** Whether the next drawing is of what the person does: what moves then is theirs. */
	isPersonal = false;
	/** Whether the person points with a finger. */
	isTouch = false;
	/** Whether the person presses something and has not let go yet. */
	isPressed = false;
	/** Whether a finger is in the list, or was a moment ago. */
	isTouched = false;
	rowsTimer: ReturnType<typeof setTimeout> | undefined;
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
			did: (deed) => this.noteDeed(deed),
			held: (held) => this.noteHeld(held),
			outdated: ({ content }) =>
				this.showError(new Error(this.say("outdated", { todo: content }))),
		});
	}

	/** Shows another list, or the same again. Nothing that was shown or open before stays. */
	startSession(): void {
		this.session.end();
		this.drag?.end();
		this.moments.clear();
		clearTimeout(this.armTimer);
		clearTimeout(this.rowsTimer);
		this.still = this.lastShown = undefined;
		this.ownChanges = [];
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
		this.session.noteSign();
		this.schedule();
	}

	/** Announces changes, and keeps what was just settled where it is for a moment. */
	showChanges(changes: readonly TodoChange[], isOwn: boolean): void {
		// What the person has just done is named by itself.
		if (isOwn) {
			this.ownChanges.push(...changes);
			this.isPersonal = true;
		} else this.announcer.announceChanges(changes, this.say);
		const { justDone, removed } = this.ui;
		if (changes.some(({ by }) => by !== "user")) this.notePlan();
		for (const { todo, was } of changes) {
			if (!isSettled(todo) || !was || isSettled(was)) continue;
			justDone.add(todo.key);
			setTimeout(() => {
				justDone.delete(todo.key);
				this.schedule();
			}, foldDelayMs);
		}
		if (!isOwn) return;
		const before = this.lastShown?.todos ?? [];
		for (const { what, todo } of changes)
			if (what === "removed" && !this.session.isUndoing) {
				const place = before.findIndex(({ key }) => key === todo.key);
				removed.set(todo.key, { todo, behind: before[place - 1]?.key });
				// While somebody is in the list, its rows stay where they are.
				this.moments.begin(
					`gone ${todo.key}`,
					momentMs,
					() => isInList(this),
					() => {
						removed.delete(todo.key);
						this.schedule();
					},
				);
			} else removed.delete(todo.key);
	}

	/**
	 * Shows for a moment in the row what the person did there, with Undo. It waits while the row has
	 * the pointer on it, or the focus.
	 */
	noteDeed(deed: Deed): void {
		const { ui } = this;
		const { key, method, change } = deed;
		const text = this.onDemand?.sayDeed(this.say, deed);
		if (text === undefined) return;
		this.announcer.announce(this.say("youDeed", { deed: text }), this.say);
		this.isPersonal = true;
		ui.said.delete(key);
		// A reason belongs to the skip that it explains.
		const earlier = deed.reason ? (ui.deeds.get(key)?.changes ?? []) : [];
		ui.deeds.set(key, { text, changes: [...earlier, change] });
		const isListed = this.session.list.todos.some((todo) => todo.key === key);
		if (method === "skip" && isListed && !deed.reason) ui.whys.add(key);
		else ui.whys.delete(key);
		const used = ":is(.undo, .why):is(:hover, :focus-within)";
		const isInUse = () =>
			Boolean(ui.drafts.get(`why ${key}`)?.text) ||
			this.findRow(key)?.querySelector(used) != null;
		this.moments.begin(`deed ${key}`, momentMs, isInUse, () => {
			ui.deeds.delete(key);
			ui.whys.delete(key);
			this.schedule();
		});
		this.schedule();
	}

	/** Shows that decisions of the person held. */
	noteHeld(held: readonly HeldDecision[]): void {
		const { ui, session } = this;
		for (const decision of held) {
			const { key } = decision;
			ui.held.delete(key);
			ui.held.set(key, decision);
			ui.pulsing.add(key);
			this.moments.begin(
				`pulse ${key}`,
				sentenceMs,
				() => false,
				() => {
					ui.pulsing.delete(key);
					this.schedule();
				},
			);
			const todo = session.list.todos.find((todo) => todo.key === key);
			if (todo)
				this.announcer.announce(
					`“${todo.content}”: ${sayHeld(this.say, todo, decision)}`,
					this.say,
				);
		}
		this.schedule();
	}

	/** Says something in the second line of a row for a moment. */
	sayInRow(key: string, text: string): void {
		const { said } = this.ui;
		said.set(key, text);
		this.announcer.announce(text, this.say);
		this.isPersonal = true;
		this.moments.begin(
			`said ${key}`,
			momentMs,
			() => false,
			() => {
				said.delete(key);
				this.schedule();
			},
		);
		this.schedule();
	}

	/** Says something in the header for a moment. */
	remark(text: string): void {
		this.ui.remark = text;
		this.announcer.announce(text, this.say);
		this.moments.begin(
			"remark",
			sentenceMs,
			() => false,
			() => {
				this.ui.remark = undefined;
				this.schedule();
			},
		);
		this.schedule();
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
			const [told = known[0], ...rest] = read();
			const now = [told, ...rest] as const;
			// A connection that is lost or there again is no sign of the agent.
			if (now.some((value, place) => value && value !== known[place]))
				this.session.noteSign();
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
		const { signAt = 0, isSignValid } = this.session;
		const rest = isSignValid ? signAt + signMs - Date.now() : 0;
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
			heading: this.element.heading,
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
			rowItems: this.#listRows(todos),
			still: this.still,
			decisions: readDecisions(list),
			toldRevision: conversation?.toldRevision,
			owners,
			rows: this.rows,
		};
	}

	/**
	 * Returns the rows: those of today, or those that stand still, and those that the person has just
	 * removed.
	 */
	#listRows(todos: Todos): readonly Item[] {
		const rows = [...(this.still ? showStill(this.still, todos) : todos)];
		for (const [key, { todo, behind }] of this.ui.removed) {
			if (rows.some((row) => row.key === key)) continue;
			const place = rows.findIndex((row) => row.key === behind);
			rows.splice(place + 1, 0, todo);
		}
		return makeTree(rows);
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
				// The caret stands at the end.
				if (found?.localName === "textarea")
					found.setSelectionRange(found.value.length, found.value.length);
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

	/** Takes the styles of the document that the element is in: a sheet belongs to one. */
	adoptStyles(): void {
		const { pressedStyle } = this.onDemand ?? {};
		this.root.adoptedStyleSheets = getStyles(this.element.ownerDocument, [
			elementStyle,
			...(pressedStyle ? [pressedStyle] : []),
		]);
	}

	/** Loads what a person needs once they press something. */
	async load(): Promise<OnDemand> {
		if (!this.onDemand) {
			const loaded = await import("./on-demand.js");
			if (!this.onDemand) loaded.listenForTips(this);
			addTexts(loaded.pressedEnglish);
			this.onDemand = loaded;
			this.adoptStyles();
			this.schedule();
		}
		return this.onDemand;
	}

	/** Returns the todo that an element is about, as the person sees it. */
	findTodoOf(element: Element): Readonly<Todo> | undefined {
		const owner = element.closest<HTMLElement>("[data-key], [data-card]");
		const key = owner?.dataset.key ?? owner?.dataset.card ?? "";
		return this.session.findTodo(key) ?? this.ui.removed.get(key)?.todo;
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
