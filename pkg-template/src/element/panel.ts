// The list that the element shows, the agent that works on it, what a person has open, and what is
// in the page.

import type { HeldDecision, Todo } from "../../generated/agent_todos_bg.js";
import type { Todos } from "../tools/todos.js";
import type { Drag } from "./act/drag.js";
import { arm, isInList, Presence } from "./act/presence.js";
import { Clock } from "./clock.js";
import { elementStyle, getStyles } from "./dom/style.js";
import { show } from "./dom/template.js";
import type { AgentTodosEventMap } from "./events.js";
import { addTexts, makeSay, type Say } from "./labels.js";
import type { PanelActs, PanelElement } from "./parts.js";
import { Agent } from "./session/agent.js";
import { readDecisions, type TodoChange } from "./session/news.js";
import { ListSession } from "./session/session.js";
import {
	isConnected,
	type ShownList,
	type TodoSource,
	toStillList,
} from "./session/source.js";
import { showStill } from "./session/still.js";
import { momentMs, sentenceMs, Timers } from "./session/timers.js";
import {
	dropInherited,
	type Item,
	isSettled,
	makeTree,
	readPlan,
} from "./session/tree.js";
import { Ui } from "./session/ui.js";
import { Announcer } from "./view/announcer.js";
import { Drawn } from "./view/drawn.js";
import { sayHeld } from "./view/held.js";
import type { OnDemand, View } from "./view/view.js";

/** How long a todo that was just settled stays where it is, in milliseconds. */
const foldDelayMs = 1200;

/** A list that is connected again within this time was never away, in milliseconds. */
const lostMs = 1000;

export class Panel implements PanelActs {
	readonly element: PanelElement;
	readonly root: ShadowRoot;
	/** Draws the panel at once. */
	readonly draw: () => void;
	source: TodoSource | undefined;
	given: readonly Todo[] | undefined;
	/** What is loaded after what is shown, for when a person presses something. */
	onDemand: OnDemand | undefined;
	say: Say = makeSay({});
	/** Whether the shadow root has what a server wrote, which stays until there is a list. */
	isFromServer: boolean;
	spoken = "";
	/** The drag of a row, also when it is over. */
	drag: Drag | undefined;
	/** How many todos wait for the user. */
	waiting = 0;
	readonly timers = new Timers();
	readonly presence = new Presence();
	readonly clock = new Clock();
	readonly announcer = new Announcer((text) => {
		this.spoken = text;
		this.schedule();
	});
	readonly agent = new Agent({
		changed: () => this.schedule(),
		planned: () => this.notePlan(),
		failed: (error) => this.showError(error),
	});
	session = this.#makeSession();
	ui = new Ui();
	drawn = new Drawn();
	/**
	 * Since when the list cannot be reached: 0 while it can. Undefined before the list is first
	 * shown.
	 */
	#lostAt: number | undefined;
	#isDue = false;

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

	#makeSession(): ListSession {
		const list = this.source ?? toStillList(this.given ?? []);
		return new ListSession(list, {
			changed: () => this.schedule(),
			listChanged: (changes, isOwn) => this.#showChanges(changes, isOwn),
			emptied: () => {
				this.startSession();
				// What comes next is another list.
				arm(this);
				this.announcer.announce(this.say("empty"), this.say);
			},
			answered: (error) => this.showError(error),
			did: (deed) => this.onDemand?.noteDeed(this, deed),
			held: (held) => this.#noteHeld(held),
			outdated: ({ content }) =>
				this.showError(new Error(this.say("outdated", { todo: content }))),
		});
	}

	/** Shows another list, or the same again. Nothing that was shown or open before stays. */
	startSession(): void {
		this.session.end();
		this.drag?.end();
		this.timers.clear();
		this.#lostAt = undefined;
		this.session = this.#makeSession();
		this.ui = new Ui();
		this.announcer.clear();
		// Nothing of the former list stays in the page, and no key that is meant for it reaches a
		// button of this one.
		if (!this.isFromServer) show(this.root, this.drawn.live, []);
		this.drawn = new Drawn();
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
	#showChanges(changes: readonly TodoChange[], isOwn: boolean): void {
		// What the person has just done is named by itself.
		if (isOwn) {
			this.drawn.ownChanges.push(...changes);
			this.drawn.isPersonal = true;
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
		const before = this.drawn.lastShown?.todos ?? [];
		for (const { what, todo } of changes)
			if (what === "removed" && !this.session.isUndoing) {
				const place = before.findIndex(({ key }) => key === todo.key);
				removed.set(todo.key, { todo, behind: before[place - 1]?.key });
				// While somebody is in the list, its rows stay where they are.
				this.timers.begin(
					`gone ${todo.key}`,
					momentMs,
					() => {
						removed.delete(todo.key);
						this.schedule();
					},
					() => isInList(this),
				);
			} else removed.delete(todo.key);
	}

	/** Shows that decisions of the person held. */
	#noteHeld(held: readonly HeldDecision[]): void {
		const { ui, session } = this;
		for (const decision of held) {
			const { key } = decision;
			ui.held.delete(key);
			ui.held.set(key, decision);
			ui.pulsing.add(key);
			this.timers.begin(`pulse ${key}`, sentenceMs, () => {
				ui.pulsing.delete(key);
				this.schedule();
			});
			const todo = session.list.todos.find((todo) => todo.key === key);
			if (todo)
				this.announcer.announce(
					`“${todo.content}”: ${sayHeld(this.say, todo, decision)}`,
					this.say,
				);
		}
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

	attachAgent(): void {
		if (this.element.isConnected) this.agent.attach(this.session);
		else this.agent.detach();
	}

	/** Shows why something was refused, until something else is done. */
	showError(error: unknown): void {
		const { code, message = error } = Object(error);
		this.ui.error =
			error === undefined ? undefined : this.say(code) || String(message);
		this.schedule();
	}

	readonly schedule = (): void => {
		if (this.#isDue || !this.element.isConnected) return;
		this.#isDue = true;
		queueMicrotask(() => {
			this.#isDue = false;
			if (this.element.isConnected) this.draw();
		});
	};

	find<Found extends HTMLElement = HTMLElement>(css: string): Found | null {
		return this.root.querySelector<Found>(css);
	}

	findRow(key: string): HTMLElement | null {
		return this.find(`.row[data-key="${globalThis.CSS.escape(key)}"]`);
	}

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
		this.timers.cancel("lost");
		if (isConnected(list)) {
			this.#lostAt = 0;
			return true;
		}
		this.#lostAt ??= Number.NEGATIVE_INFINITY;
		this.#lostAt ||= performance.now();
		const rest = this.#lostAt + lostMs - performance.now();
		if (rest > 0) this.timers.begin("lost", rest, this.schedule);
		return rest > 0;
	}

	view(): View {
		const { session, agent, drawn } = this;
		const { list } = session;
		const isThere = this.#isThere(list);
		const { conversation, isRunning, isStopped, isAsking } =
			agent.show(session);
		const todos: readonly Readonly<Todo>[] = list.todos.map(dropInherited);
		const { owners, askedFor } = this.ui;
		for (const { owner } of todos)
			if (owner && !owners.includes(owner)) owners.push(owner);
		const preview = drawn.preview.show(conversation?.writing);
		drawn.preview.keepRows(todos, (key) => drawn.rows.has(key));
		const isPlanning = isRunning && todos.length === 0;
		agent.planningSince = isPlanning
			? (agent.planningSince ?? Date.now())
			: undefined;
		return {
			say: this.say,
			ui: this.ui,
			session,
			mode: this.element.mode,
			isReview: isAsking ?? this.element.mode === "review",
			heading: this.element.heading,
			isReadonly:
				this.element.readonly || !this.source || !(isThere || this.#isWriting),
			isConnected: isThere,
			isRunning: isRunning && !this.element.readonly && isThere,
			isStopped,
			isIdle:
				todos.some(({ status, claimed }) => status === "doing" && !claimed) &&
				!agent.isAtWork(
					session,
					isRunning || preview !== undefined,
					this.timers,
				),
			isResumable: this.element.resumable,
			onDemand: this.onDemand,
			planningSince: agent.planningSince,
			asked: askedFor?.plan === readPlan(todos) ? askedFor : undefined,
			preview,
			nameRow: (key) => drawn.preview.nameRow(key),
			todos,
			items: makeTree(todos),
			rowItems: this.#listRows(todos),
			still: drawn.still,
			decisions: readDecisions(list),
			toldRevision: conversation?.toldRevision,
			owners,
			rows: drawn.rows,
		};
	}

	/**
	 * Returns the rows: those of today, or those that stand still, and those that the person has just
	 * removed.
	 */
	#listRows(todos: Todos): readonly Item[] {
		const { still } = this.drawn;
		const rows = [...(still ? showStill(still, todos) : todos)];
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

	dispatch(name: keyof AgentTodosEventMap, detail?: object): boolean {
		const cancelable = name !== "open" && name !== "waiting-change";
		return this.element.dispatchEvent(
			new CustomEvent(name, { cancelable, detail }),
		);
	}

	/** Ends what goes on, as the element leaves the page. */
	leave(): void {
		this.session.leave();
		this.agent.detach();
		this.drag?.end();
		this.announcer.clear();
		this.clock.stop();
		this.timers.clear();
		this.presence.leave();
		this.ui.forgetMoments();
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
