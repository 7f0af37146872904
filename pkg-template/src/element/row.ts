// One todo as a row of the grid. It is made once per todo, touches of itself only what a change made different, and holds what
// is open in it: what a person writes, and the drag.

import type { Todo } from "../../generated/agent_todos_bg.js";
import {
	button,
	icon,
	iconButton,
	make,
	part,
	setAttribute,
	setText,
} from "./dom.js";
import type { Say } from "./labels.js";
import { type Entry, isAlike } from "./ledger.js";
import { type FormKind, RowForm } from "./row-form.js";
import type { Session } from "./session.js";

/** What a row shows besides its todo. Compared piece by piece. */
export interface RowView {
	readonly entry: Entry | undefined;
	/** Whether the agent knows of what somebody changed; undefined where there is nobody to know. */
	readonly knows: boolean | undefined;
	readonly note: string;
	/** What a new plan made of it. */
	readonly isNew: boolean;
	readonly was: string | undefined;
	readonly say: Say;
}

/** Whether the agent did not do it itself, and so is to be told. */
const isOthers = ({ by }: Entry): boolean => by === "user" || by === "host";

/** What a row shows of the todo with a key, where an agent was told up to a revision. */
export function viewOf(
	key: string,
	{ ledger, notes }: Session,
	told: { readonly toldRevision: number | undefined } | undefined,
	say: Say,
): RowView {
	const entry = ledger.entries.get(key);
	const isToTell = told && entry && isOthers(entry);
	return {
		entry,
		knows: isToTell ? (told.toldRevision ?? -1) >= entry.revision : undefined,
		note: notes.get(key) ?? "",
		isNew: ledger.replan?.added.has(key) === true,
		was: ledger.replan?.reworded.get(key),
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
	readonly #content = make("span", {
		class: "content",
		part: "content",
		dir: "auto",
	});
	readonly #text = make(
		"button",
		{ type: "button", class: "text", "data-do": "edit" },
		this.#content,
	);
	readonly #lines = Object.fromEntries(
		"now reason state owner took mark approved receipt evidence note"
			.split(" ")
			.map((name) => [
				name,
				make("span", { class: name, part: name, dir: "auto" }),
			]),
	);
	readonly #confirm = button("confirm");
	readonly #sendBack = button("send-back");
	/** What a person answers to a "done" that is to be confirmed. */
	readonly #claim = part("div", "claim", this.#confirm, this.#sendBack);
	readonly #body = make(
		"div",
		{ role: "gridcell", class: "body" },
		this.#text,
		...Object.values(this.#lines),
		this.#claim,
	);
	readonly #move = iconButton("move", "move");
	readonly #skip = iconButton("skip", "skip");
	readonly #reopen = iconButton("reopen", "reopen");
	readonly #remove = iconButton("remove", "remove");

	constructor(key: string, session: Session) {
		this.#session = session;
		this.#check.append(icon("check"));
		this.element = make(
			"div",
			{ role: "row", class: "row", part: "row", "data-key": key },
			make("div", { role: "gridcell" }, this.#check),
			this.#body,
			make(
				"div",
				{ role: "gridcell", class: "actions", part: "actions" },
				this.#skip,
				this.#reopen,
				this.#remove,
				this.#move,
			),
		);
		for (const each of this.buttons()) each.tabIndex = -1;
	}

	/** What can be reached with the arrows, from the beginning of the line to its end. */
	buttons(): HTMLButtonElement[] {
		const { element } = this;
		return [
			...element.querySelectorAll<HTMLButtonElement>("[data-do]:not([hidden])"),
		].filter((button) => !button.closest("form, [hidden]"));
	}

	update(todo: Readonly<Todo>, view: RowView): void {
		const old = this.#view;
		// Its place is shown by where the row stands.
		const isSame =
			old &&
			isAlike(todo, this.todo) &&
			(Object.keys(view) as (keyof RowView)[]).every(
				(name) => view[name] === old[name],
			);
		if (isSame) return;
		this.todo = todo;
		this.#view = view;
		this.#draw(todo, view);
	}

	#draw(todo: Readonly<Todo>, view: RowView): void {
		const { content, status, claimed } = todo;
		const { entry, knows, say } = view;
		setText(this.#content, content);
		setAttribute(this.element, "data-status", status);
		setAttribute(this.element, "part", `row ${status}`);
		setAttribute(this.#check, "aria-checked", String(status === "done"));
		const named = { todo: content };
		setAttribute(this.#text, "title", say("edit", named));
		setAttribute(this.#check, "aria-label", say("complete", named));
		setAttribute(this.#skip, "aria-label", say("skip", named));
		setAttribute(this.#reopen, "aria-label", say("reopen", named));
		setAttribute(this.#remove, "aria-label", say("remove", named));
		setAttribute(this.#move, "aria-label", say("move", named));
		setAttribute(this.#confirm, "aria-label", say("confirmTodo", named));
		setAttribute(this.#sendBack, "aria-label", say("sendBackTodo", named));
		const isSettled = status === "done" || status === "skipped";
		this.#skip.hidden = isSettled;
		this.#reopen.hidden = !isSettled;

		const isDoing = status === "doing";
		this.#line("now", isDoing ? todo.activeForm : "");
		this.#line("reason", todo.reason);
		const isSkipped = status === "skipped";
		const state = isDoing || isSkipped ? status : "blocked";
		this.#line(
			"state",
			claimed
				? say("claimed")
				: todo.blocked || isDoing || isSkipped
					? say(state)
					: "",
		);
		this.#line("owner", todo.owner && say("owner", { who: todo.owner }));
		this.#line(
			"approved",
			todo.approved && !isSettled ? say("isApproved") : "",
		);
		this.#line("evidence", claimed ? todo.evidence : "");
		this.#claim.hidden = claimed !== true;
		setText(this.#confirm, say("confirm"));
		setText(this.#sendBack, say("sendBack"));
		this.#line("took", entry && !isDoing ? duration(entry.took) : "");
		this.#line("mark", view.isNew ? say("isNew") : reworded(view.was, say));
		const who = entry && isOthers(entry) ? say(entry.by) : "";
		this.#line(
			"receipt",
			who && knows !== undefined
				? say(knows ? "knows" : "untold", { who })
				: who,
		);
		this.#line("note", view.note);
	}

	#line(name: string, text = ""): void {
		const line = this.#lines[name] as HTMLElement;
		setText(line, text);
		line.hidden = text === "";
	}

	/** Does what one of its buttons, or a key, stands for. */
	act(action: string | undefined): void {
		const { key, status, content, id } = this.todo;
		const say = this.#view?.say as Say;
		switch (action) {
			case "check":
				void this.#session.call(status === "done" ? "reopen" : "complete", key);
				break;
			case "edit":
				this.#open("edit", say("edit", { todo: content }), content);
				break;
			case "confirm":
				void this.#session.call("complete", key);
				break;
			case "send-back":
				this.#open("back", say("whyBack"), "");
				break;
			case "skip":
				this.#open("why", say("why"), "");
				break;
			case "move":
				this.#open("where", say("where"), String(id));
				break;
			case "reopen":
				void this.#session.call("reopen", key);
				break;
			case "remove":
				void this.#session.call("remove", key);
				break;
			case "cancel":
				this.#close();
				this.#text.focus();
		}
	}

	/** Moves the todo so that it has that id then. */
	move(place: number): Promise<object | undefined> {
		return this.#session.move(this.todo, place);
	}

	/** Puts a form for a text where the todo's is, or below it. */
	#open(kind: FormKind, label: string, text: string): void {
		this.#close();
		this.#form = new RowForm(kind, label, text, this.#view?.say as Say);
		this.#text.hidden = kind === "edit";
		this.#text.after(this.#form.element);
		this.#form.focus();
	}

	#close(): void {
		this.#form?.element.remove();
		this.#form = undefined;
		this.#text.hidden = false;
	}

	/** Does what was written. What is refused stays open, as it can be put right. */
	async submit(): Promise<void> {
		const form = this.#form;
		if (!form) return;
		const root = this.element.getRootNode() as ShadowRoot;
		// Safari takes the focus out of a form whose button is clicked, and lets the list have it.
		const before = root.activeElement;
		const done = await this.#carryOut(form);
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
	}: RowForm): object | Promise<object | undefined> {
		const { key } = this.todo;
		switch (kind) {
			case "edit":
				return isTouched
					? this.#session.call("edit", key, { content: value })
					: {};
			case "why":
				return this.#session.call("skip", key, value.trim() || undefined);
			case "back":
				return this.#session.call("reopen", key, value.trim() || undefined);
			case "where":
				return isTouched ? this.move(Number(value)) : {};
		}
	}

	/** Holds a drag, until it is released. */
	hold(endDrag: () => void): void {
		this.#endDrag = endDrag;
	}

	/** Ends the drag, as the row, or the whole list, leaves. */
	release(): void {
		this.#endDrag();
	}
}

const reworded = (was: string | undefined, say: Say): string =>
	was === undefined ? "" : say("reworded", { todo: was });

/** In the reader's language; nothing for what took no time that one would notice. */
function duration(ms: number): string {
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
