// One todo as a row of the grid. It is made once per todo, and touches of itself only what a change made different.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { icon, iconButton, make, setAttribute, setText } from "./dom.js";
import type { Say } from "./labels.js";
import { type Entry, isAlike } from "./ledger.js";

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

/** What is written in a row: another text, why it is skipped, or its place. */
type FormKind = "edit" | "why" | "where";

const forms = {
	edit: { submit: "save", attributes: { rows: "1" } },
	why: { submit: "skipIt", attributes: {} },
	where: { submit: "moveIt", attributes: { type: "number", min: "1" } },
} as const;

/** Whether the agent did not do it itself, and so is to be told. */
export const isOthers = ({ by }: Entry): boolean =>
	by === "user" || by === "host";

export class Row {
	readonly element: HTMLElement;
	/** The text that is being written in it: what it is for. */
	form: HTMLFormElement | undefined;
	todo!: Readonly<Todo>;
	#view: RowView | undefined;
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
		["now", "reason", "state", "took", "mark", "receipt", "note"].map(
			(name) => [name, make("span", { class: name, part: name, dir: "auto" })],
		),
	);
	readonly #body = make(
		"div",
		{ role: "gridcell", class: "body" },
		this.#text,
		...Object.values(this.#lines),
	);
	readonly #move = iconButton("move", "move");
	readonly #skip = iconButton("skip", "skip");
	readonly #reopen = iconButton("reopen", "reopen");
	readonly #remove = iconButton("remove", "remove");

	constructor(key: string) {
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
		for (const button of this.buttons()) button.tabIndex = -1;
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

	#draw(
		{ content, status, activeForm, reason, blocked }: Readonly<Todo>,
		{ entry, knows, note, isNew, was, say }: RowView,
	): void {
		setText(this.#content, content);
		setAttribute(this.element, "data-status", status);
		setAttribute(this.element, "part", `row ${status}`);
		setAttribute(this.#check, "aria-checked", String(status === "done"));
		const todo = { todo: content };
		setAttribute(this.#check, "aria-label", say("complete", todo));
		setAttribute(this.#text, "title", say("edit", todo));
		setAttribute(this.#skip, "aria-label", say("skip", todo));
		setAttribute(this.#reopen, "aria-label", say("reopen", todo));
		setAttribute(this.#remove, "aria-label", say("remove", todo));
		setAttribute(this.#move, "aria-label", say("move", todo));
		this.#skip.hidden = status === "done" || status === "skipped";
		this.#reopen.hidden = !this.#skip.hidden;

		const isDoing = status === "doing";
		this.#line("now", isDoing ? activeForm : "");
		this.#line("reason", reason);
		const state = isDoing || status === "skipped" ? status : "blocked";
		this.#line(
			"state",
			blocked || isDoing || status === "skipped" ? say(state) : "",
		);
		this.#line("took", entry && !isDoing ? duration(entry.took) : "");
		this.#line("mark", isNew ? say("isNew") : reworded(was, say));
		const who = entry && isOthers(entry) ? say(entry.by) : "";
		this.#line(
			"receipt",
			who && knows !== undefined
				? say(knows ? "knows" : "untold", { who })
				: who,
		);
		this.#line("note", note);
	}

	#line(name: string, text = ""): void {
		const line = this.#lines[name] as HTMLElement;
		setText(line, text);
		line.hidden = text === "";
	}

	/** Puts a form for a text where the todo's is, or below it. */
	open(what: FormKind, label: string, text: string, say: Say): void {
		this.close();
		const field = make(what === "edit" ? "textarea" : "input", {
			part: "input",
			name: "text",
			dir: "auto",
			autocomplete: "off",
			"aria-label": label,
			placeholder: label,
			...forms[what].attributes,
		});
		field.value = text;
		this.form = make(
			"form",
			{ class: "in-row", "data-form": what },
			field,
			make(
				"button",
				{ type: "submit", part: "button" },
				say(forms[what].submit),
			),
			make(
				"button",
				{ type: "button", part: "button", "data-do": "cancel" },
				say("cancel"),
			),
		);
		this.#text.hidden = what === "edit";
		this.#text.after(this.form);
		field.focus();
		field.select();
	}

	close(): void {
		this.form?.remove();
		this.form = undefined;
		this.#text.hidden = false;
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
