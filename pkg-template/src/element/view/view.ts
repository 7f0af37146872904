// What the pieces of the panel are made from.

import type { Decision } from "../../../generated/agent_todos_bg.js";
import type { Todos } from "../../tools/todos.js";
import { glyph, icon, iconButton, type RowState } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import type { Say } from "../labels.js";
import type { TodosMode } from "../mode.js";
import type { ListSession } from "../session/session.js";
import type { Shown } from "../session/still.js";
import { sayClock } from "../session/time.js";
import type { Item } from "../session/tree.js";
import type { Asked, Ui } from "../session/ui.js";

export type OnDemand = typeof import("../on-demand.js");

export interface View {
	readonly say: Say;
	readonly ui: Ui;
	readonly session: ListSession;
	readonly mode: TodosMode;
	/** Whether a plan is to be approved: the run asks for it, or the host if no run does. */
	readonly isReview: boolean;
	/** What the list is for. */
	readonly heading: string;
	/** Whether nothing can be pressed: of a list in a transcript, or that nobody is connected to. */
	readonly isReadonly: boolean;
	readonly isConnected: boolean;
	/** Whether a run goes on. */
	readonly isRunning: boolean;
	/** Whether a run was stopped. */
	readonly isStopped: boolean;
	/** Whether nobody works on what is in progress. */
	readonly isIdle: boolean;
	/** Whether the host continues where a person asks for it. */
	readonly isResumable: boolean;
	/** When a run began to plan. */
	readonly planningSince: number | undefined;
	/** What the person asked to change, as long as the plan is the one that they saw. */
	readonly asked: Asked | undefined;
	/** The todos to show while a model writes a call. */
	readonly preview: Todos | undefined;
	/** What is loaded after what is shown, for when a person presses something. */
	readonly onDemand: OnDemand | undefined;
	/** Returns what tells the row of a todo from the others. */
	readonly nameRow: (key: string) => string;
	readonly todos: Todos;
	readonly items: readonly Item[];
	/** The rows of the list, with those that stand still, and those that were just removed. */
	readonly rowItems: readonly Item[];
	/** The list that stands still while a person is in it. */
	readonly still: Shown | undefined;
	/** The decisions on each todo, by its key. */
	readonly decisions: ReadonlyMap<string, readonly Decision[]>;
	/** The revision up to which the agent knows the list. */
	readonly toldRevision: number | undefined;
	/** The owners of the todos, each in the place where it was first seen. */
	readonly owners: readonly string[];
	/** The rows as they were described before, by the keys of their todos. */
	readonly rows: Map<string, RowMemo>;
}

export interface RowMemo {
	readonly from: readonly unknown[];
	readonly row: Template;
}

/** Returns a field that grows with its text, with a button that sends it. */
export function textField(
	{ ui, say }: View,
	name: string,
	label: string,
	{ hasSend = false } = {},
): Template {
	return h(
		"div.field",
		{ key: `field ${name}`, part: "field" },
		h("textarea", {
			rows: 1,
			dir: "auto",
			autocomplete: "off",
			"aria-label": label,
			placeholder: label,
			"data-draft": name,
			".value": ui.drafts.get(name)?.text ?? "",
		}),
		hasSend &&
			h(
				"button.icon.main",
				{
					type: "submit",
					part: "button main",
					"aria-label": say("send"),
				},
				icon("send"),
			),
	);
}

/**
 * Links, code, strong and emphasis of Markdown. A star within a word is none, nor is one beside a
 * space: 2*3*4, a * b * c.
 */
const inline =
	/(\[[^[\]]+\]\((?:[^()\s]|\([^()\s]*\))+\)|`[^`]+`|\*\*[^\s*](?:[^*]*[^\s*])?\*\*|(?<![\w*])\*[^\s*](?:[^*]*[^\s*])?\*(?![\w*]))/;

/**
 * Returns a text with its code and emphasis drawn, as models write them in Markdown, and links as
 * their text. Nothing else of Markdown is.
 */
const drawInline = (text: string): Pieces =>
	text.split(inline).map((part, place) => {
		if (place % 2 === 0) return part;
		if (part.startsWith("[")) return part.slice(1, part.indexOf("]("));
		const [name, marks] = part.startsWith("`")
			? (["code", 1] as const)
			: part.startsWith("**")
				? (["strong", 2] as const)
				: (["em", 1] as const);
		return h(name, { key: `inline ${place}` }, part.slice(marks, -marks));
	});

/** Returns a text from the list or from a person, which has its own direction. */
export const ownText = (
	selector: string,
	text: string,
	attributes = {},
): Template => h(selector, { dir: "auto", ...attributes }, ...drawInline(text));

/**
 * Returns a time since a moment, as a clock shows it. It goes on as long as somebody works.
 */
export const clock = (
	{ say, isIdle, session: { signAt = 0 } }: View,
	since: number,
): Template =>
	h(
		"span.num.time",
		{ part: "time", "data-since": isIdle ? undefined : since },
		sayClock(since, say, isIdle ? Math.max(since, signAt) : Date.now()),
	);

/** Returns a site as a person reads it. */
export const nameSite = (site: string): string =>
	site.replace(/^https:\/\//, "");

/** Returns a site, with the button that takes it out of the proposal, or puts it back. */
export function chip({ ui, say }: View, site: string): Template {
	const isOut = ui.excludedSites.has(site);
	const name = nameSite(site);
	return h(
		"li.chip",
		{ key: site, class: isOut && "out", part: "chip", "data-site": site },
		icon("globe"),
		// An origin reads from left to right, whatever the page.
		h("span.one", { dir: "ltr" }, name),
		iconButton(
			isOut ? "undo" : "remove",
			"site",
			say(isOut ? "putBack" : "takeOut", { site: name }),
		),
	);
}

/** Says what a todo is shown as. */
export const sayState = (say: Say, shown: RowState): string =>
	say(shown === "todo" ? "open" : shown === "part" ? "doing" : shown);

/**
 * Returns a row of which nothing can be pressed: of a list in the past, or one that is still being
 * written.
 */
export const stillRow = (
	say: Say,
	key: string,
	content: string,
	shown: RowState,
	...meta: Pieces
): Template =>
	h(
		"li",
		{ key },
		h(
			"div.row",
			{ part: `row ${shown}`, "data-status": shown },
			h("span.glyph", { "aria-hidden": "true" }, glyph(shown, true, false)),
			h(
				"div.body",
				{},
				h("div.text", {}, ownText("span.content", content)),
				h("span.sr", {}, sayState(say, shown)),
			),
			h("div.meta", {}, ...meta),
		),
	);
