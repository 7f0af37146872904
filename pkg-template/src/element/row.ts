// One todo as a row of the grid. It is made once per todo, redraws only what changed, and keeps its open form
// and its drag.

import type { Author, Decision, Todo } from "../../generated/agent_todos_bg.js";
import { isEqual } from "../core/equal.js";
import {
	make,
	makeButton,
	makeIcon,
	makeIconButton,
	makePart,
	setAttribute,
	setText,
} from "./dom.js";
import { Evidence } from "./evidence.js";
import type { Say } from "./labels.js";
import { changeBy } from "./news.js";
import { type FormKind, RowForm } from "./row-form.js";
import type { Session } from "./session.js";
import { isSettled } from "./summary.js";

/** What a row shows besides its todo. Compared piece by piece. */
export interface RowView {
	/** Who other than the agent decided something last, and whether the agent knows of it. */
	readonly receipt: string;
	/** Who decided the state. */
	readonly stateBy: Author;
	/** Whether the latest change is the person's. */
	readonly isMine: boolean;
	/** For how many milliseconds the todo was in progress. */
	readonly spent: number;
	readonly note: string;
	/** What a new plan changed: whether the todo is new, and what it said before. */
	readonly isNew: boolean;
	readonly was: string | undefined;
	/** When the person approved, as evidence may be a link since then. */
	readonly approvedAt: number | undefined;
	readonly say: Say;
}

/** Returns whether somebody other than the agent decided it. */
const isOthers = ({ by }: Decision): boolean => by === "user" || by === "host";

/** Returns what a row shows besides its todo. `told` is the revision up to which the agent knows the list. */
export function readView(
	todo: Readonly<Todo>,
	decisions: readonly Decision[],
	told: number | undefined,
	{ replan, notes, list }: Session,
	say: Say,
): RowView {
	const find = (aspect: Decision["aspect"]) =>
		decisions.find((decision) => decision.aspect === aspect);
	const presence = find("presence");
	// An approval decides both at once. The row shows it by itself.
	const approval =
		todo.approved && presence?.revision === find("content")?.revision
			? presence?.revision
			: undefined;
	const shown = decisions.filter(
		({ aspect, revision }) => changeBy[aspect] && revision !== approval,
	);
	const latest = shown.reduce<Decision | undefined>(
		(latest, each) =>
			latest && latest.revision > each.revision ? latest : each,
		undefined,
	);
	const untold = shown.find(
		(decision) =>
			told !== undefined && decision.revision > told && isOthers(decision),
	);
	const others = untold ?? (latest && isOthers(latest) ? latest : undefined);
	const who = others ? say(others.by) : "";
	const receipt =
		told === undefined ? who : say(untold ? "untold" : "knows", { who });
	const state = find("state");
	return {
		receipt: who && receipt,
		stateBy: (state ?? presence)?.by ?? "host",
		isMine: latest?.by === "user",
		spent: state?.spent ?? 0,
		note: notes.get(todo.key) ?? "",
		isNew: replan?.added.has(todo.key) === true,
		was: replan?.reworded.get(todo.key),
		approvedAt: list.approval?.at,
		say,
	};
}

export class Row {
	readonly element: HTMLElement;
	todo!: Readonly<Todo>;
	readonly #session: Session;
	#view: RowView | undefined;
	#form: RowForm | undefined;
	#endDrag = () => {};
	readonly #check = make("button", {
		type: "button",
		class: "check",
		part: "check",
		role: "checkbox",
		"data-do": "check",
	});
	readonly #content = makeLine("content");
	readonly #text = make(
		"button",
		{ type: "button", class: "text", "data-do": "edit" },
		this.#content,
	);
	readonly #lines = Object.fromEntries(
		[
			"now",
			"reason",
			"state",
			"question",
			"owner",
			"took",
			"mark",
			"approved",
			"receipt",
			"evidence",
			"vouched",
			"note",
		].map((name) => [name, makeLine(name)]),
	);
	readonly #evidence: Evidence;
	readonly #confirm = makeButton("confirm");
	readonly #sendBack = makeButton("send-back");
	/** What a person answers to a "done" that is to be confirmed. */
	readonly #claim = makePart("div", "claim", this.#confirm, this.#sendBack);
	readonly #answer = makeButton("answer");
	readonly #wait = makePart("div", "wait", this.#answer);
	readonly #body = make(
		"div",
		{ role: "gridcell", class: "body" },
		this.#text,
		...Object.values(this.#lines),
		this.#claim,
		this.#wait,
	);
	readonly #open = makeIconButton("open", "open");
	readonly #move = makeIconButton("move", "move");
	readonly #mine = makeIconButton("mine", "mine");
	readonly #skip = makeIconButton("skip", "skip");
	readonly #reopen = makeIconButton("reopen", "reopen");
	readonly #remove = makeIconButton("remove", "remove");

	readonly #labelled = [
		["complete", this.#check],
		["openTodo", this.#open],
		["mine", this.#mine],
		["skip", this.#skip],
		["reopen", this.#reopen],
		["remove", this.#remove],
		["move", this.#move],
		["confirmTodo", this.#confirm],
		["sendBackTodo", this.#sendBack],
		["answerTodo", this.#answer],
	] as const;

	constructor(key: string, session: Session) {
		this.#session = session;
		this.#evidence = new Evidence(this.#lines.evidence as HTMLElement, session);
		this.#check.append(makeIcon("check"));
		this.element = make(
			"div",
			{ role: "row", class: "row", part: "row", "data-key": key },
			make("div", { role: "gridcell" }, this.#check),
			this.#body,
			make(
				"div",
				{ role: "gridcell", class: "actions", part: "actions" },
				this.#open,
				this.#skip,
				this.#mine,
				this.#reopen,
				this.#remove,
				this.#move,
			),
		);
		for (const each of this.listButtons()) each.tabIndex = -1;
	}

	/** The buttons that the arrow keys reach, in the order of the line. */
	listButtons(): HTMLButtonElement[] {
		const { element } = this;
		return [
			...element.querySelectorAll<HTMLButtonElement>("[data-do]:not([hidden])"),
		].filter((button) => !button.closest("form, [hidden]"));
	}

	update(todo: Readonly<Todo>, view: RowView): void {
		const old = this.#view;
		// `Rows` moves the row to its place.
		const isSame =
			old &&
			(todo === this.todo ||
				isEqual({ ...todo, id: 0 }, { ...this.todo, id: 0 })) &&
			(Object.keys(view) as (keyof RowView)[]).every(
				(name) => view[name] === old[name],
			);
		this.todo = todo;
		this.#view = view;
		if (!isSame) this.#draw(todo, view);
	}

	#draw(todo: Readonly<Todo>, view: RowView): void {
		const { content, status, claimed } = todo;
		const { say } = view;
		setText(this.#content, content);
		setAttribute(this.element, "data-status", status);
		setAttribute(this.element, "part", `row ${status}`);
		setAttribute(this.#check, "aria-checked", String(status === "done"));
		const named = { todo: content };
		setAttribute(this.#text, "title", say("edit", named));
		for (const [label, button] of this.#labelled)
			setAttribute(button, "aria-label", say(label, named));
		const isOver = isSettled(todo);
		this.#open.hidden = todo.data === undefined;
		this.#skip.hidden = isOver;
		this.#reopen.hidden = !isOver;

		const isDoing = status === "doing";
		this.#setLine("now", isDoing ? todo.activeForm : "");
		this.#setLine("reason", todo.reason);
		const isSkipped = status === "skipped";
		const state = isDoing || isSkipped ? status : "blocked";
		const { waiting, blockedBy } = todo;
		this.#setLine(
			"state",
			claimed
				? say("claimed")
				: waiting
					? say(waitWords[waiting])
					: blockedBy || isDoing || isSkipped
						? say(state)
						: "",
		);
		this.#setLine("question", todo.question);
		setText(this.#answer, say("answer"));
		this.#setLine("owner", todo.owner && say("owner", { who: todo.owner }));
		this.#setLine(
			"approved",
			todo.approved && !isOver ? say("isApproved") : "",
		);
		const shows = claimed || status === "done" ? todo.evidence : "";
		void this.#evidence.render(shows ?? "");
		const isVouched = shows && !claimed;
		this.#setLine("vouched", isVouched ? say(vouchers[view.stateBy]) : "");
		this.#showChoices();
		setText(this.#confirm, say("confirm"));
		setText(this.#sendBack, say("sendBack"));
		this.#setLine(
			"took",
			isDoing && !claimed ? "" : formatDuration(view.spent),
		);
		this.#setLine(
			"mark",
			view.isNew ? say("isNew") : describeRewording(view.was, say),
		);
		const isTaken = isOver || claimed || waiting !== undefined;
		this.#mine.hidden = isTaken || !view.isMine;
		this.#setLine("receipt", view.receipt);
		this.#setLine("note", view.note);
	}

	#setLine(name: string, text = ""): void {
		const line = this.#lines[name] as HTMLElement;
		setText(line, text);
		line.hidden = text === "";
	}

	/** Carries out the action of a button or a key. */
	act(action = ""): void {
		const { key, status, content, id } = this.todo;
		const say = this.#view?.say as Say;
		const session = this.#session;
		const as = { revision: session.shown };
		const actions: Readonly<Record<string, () => unknown>> = {
			check: () =>
				status === "done"
					? session.call("reopen", key, "", as)
					: session.call("complete", key, as),
			confirm: () => session.call("complete", key, as),
			reopen: () => session.call("reopen", key, "", as),
			remove: () => session.call("remove", key, as),
			mine: () => session.call("wait", key),
			open: () => {
				const detail = { todo: this.todo };
				const event = new CustomEvent("open", { composed: true, detail });
				this.element.dispatchEvent(event);
			},
			edit: () => this.#ask("edit", say("edit", { todo: content }), content),
			answer: () => this.#ask("answer", this.#question),
			"send-back": () => this.#ask("back", say("whyBack")),
			skip: () => this.#ask("why", say("why")),
			move: () => this.#ask("where", say("where"), `${id}`),
			cancel: () => {
				this.#close();
				this.#text.focus();
			},
		};
		actions[action]?.();
	}

	/** What a person is asked to answer. */
	get #question(): string {
		const say = this.#view?.say as Say;
		return this.todo.question ?? say("answerWhat");
	}

	/** Moves the todo to a place, which is then its id. */
	move(place: number): Promise<object | undefined> {
		return this.#session.move(this.todo, place);
	}

	/** Opens a form in place of the todo's text, or below it. */
	#ask(kind: FormKind, label: string, text = ""): void {
		this.#close();
		const { shown } = this.#session;
		this.#form = new RowForm(kind, label, text, shown, this.#view?.say as Say);
		this.#text.hidden = kind === "edit";
		this.#text.after(this.#form.element);
		this.#showChoices();
		this.#form.focus();
	}

	#close(): void {
		this.#form?.element.remove();
		this.#form = undefined;
		this.#text.hidden = false;
		this.#showChoices();
	}

	/** Shows the buttons for what the agent waits for, unless their form is open. */
	#showChoices(): void {
		const { claimed, waiting } = this.todo;
		const { kind } = this.#form ?? {};
		this.#wait.hidden = !waiting || kind === "answer";
		this.#claim.hidden = !claimed || kind === "back";
	}

	/** Submits the form. It stays open if it is refused, so that the person can correct it. */
	async submit(): Promise<void> {
		const form = this.#form;
		if (!form) return;
		const root = this.element.getRootNode() as ShadowRoot;
		// Safari moves the focus from a clicked button to the list.
		const before = root.activeElement;
		const done = await this.#carryOut(form);
		// The next attempt is about what is shown now.
		if (!done) form.show(this.#session.shown, this.#question);
		if (!done || this.#form !== form) return;
		// Where the list is in another context, a person may be elsewhere by the time it answers.
		const isHere =
			root.activeElement === before ||
			form.element.contains(root.activeElement);
		if (isHere) this.act("cancel");
		else this.#close();
	}

	#carryOut({
		kind,
		value,
		isTouched,
		shown,
	}: RowForm): object | Promise<object | undefined> {
		const { key } = this.todo;
		const text = value.trim();
		const as = { revision: shown };
		switch (kind) {
			case "edit":
				return isTouched
					? this.#session.call("edit", key, { content: value })
					: {};
			case "why":
				return this.#session.call("skip", key, text, as);
			case "back":
				return this.#session.call("reopen", key, text, as);
			case "answer":
				return this.#session.call("answer", key, text, as);
			case "where":
				return isTouched ? this.move(Number(value)) : {};
		}
	}

	/** Keeps the function that ends the current drag. */
	hold(endDrag: () => void): void {
		this.#endDrag = endDrag;
	}

	/** Ends the drag when the row or the list is removed. */
	release(): void {
		this.#endDrag();
	}
}

/** Creates the element of one text of a row. */
const makeLine = (name: string): HTMLElement =>
	make("span", { class: name, part: name, dir: "auto" });

/** Who says of a todo that it is done. */
const vouchers = {
	model: "byModel",
	agent: "byModel",
	host: "byHost",
	user: "byUser",
} as const;

/** What is said of a todo that waits. */
const waitWords = { user: "waitsForUser", event: "waitsForEvent" } as const;

const describeRewording = (was: string | undefined, say: Say): string =>
	was === undefined ? "" : say("reworded", { todo: was });

/** Returns a duration in the reader's language; nothing for less than a second. */
function formatDuration(ms: number): string {
	if (ms < 1000) return "";
	const [unit, size] =
		ms < 60_000
			? ["second", 1000]
			: ms < 3_600_000
				? ["minute", 60_000]
				: ["hour", 3_600_000];
	return new Intl.NumberFormat(undefined, {
		style: "unit",
		unit: unit as string,
		maximumFractionDigits: unit === "hour" ? 1 : 0,
	}).format(ms / (size as number));
}
