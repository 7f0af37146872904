// The history: the list at one of its revisions, which can be restored.

import { button, icon, iconButton } from "../dom/icons.js";
import { h, type Pieces } from "../dom/template.js";
import { showAs } from "../session/tree.js";
import { viewOwner } from "./meta.js";
import { viewNotices } from "./notices.js";
import { sayState, stillRow, type View } from "./view.js";

/** Returns the list at a revision of its history, which can be restored. */
export function viewHistory(view: View): Pieces {
	const { say, session, ui } = view;
	const history = session.history ?? [];
	const last = history.length;
	const place = Math.min(ui.historyIndex || last, last);
	const snapshot = history[place - 1];
	const before = new Map(
		history[place - 2]?.todos.map((todo) => [todo.key, todo]),
	);
	const time = snapshot?.at
		? new Date(snapshot.at).toLocaleTimeString(undefined, {
				hour: "2-digit",
				minute: "2-digit",
			})
		: "–";
	const when =
		snapshot &&
		say("at", { revision: snapshot.revision, who: say(snapshot.by), time });
	return [
		h(
			"header.head",
			{ key: "past head", part: "head" },
			iconButton("back", "leave-history", say("back")),
			h("h2.title.one", { part: "title" }, h("span", {}, say("history"))),
			last > 0 &&
				h(
					"span.num.count",
					{ part: "count" },
					say("revisionOf", { revision: place, last }),
				),
		),
		...viewNotices(view).slice(0, 1),
		h(
			"div.past",
			{},
			h("input", {
				type: "range",
				min: 1,
				max: Math.max(1, last),
				step: 1,
				"data-range": "version",
				"aria-label": say("revision"),
				"aria-valuetext": when,
			}),
			snapshot &&
				h(
					"div.when",
					{},
					snapshot.name
						? viewOwner(view, snapshot.name, "true")
						: icon(snapshot.by === "user" ? "user" : "clock"),
					h("p", {}, describeChange(view, snapshot, before)),
					h("span.num", {}, time),
				),
		),
		h(
			"div.scroll",
			// Nothing in it has the focus, and keys scroll it.
			{ key: "past", tabindex: 0 },
			h(
				"ol",
				{ role: "list", "aria-label": say("history") },
				...(snapshot?.todos ?? []).map((todo) => {
					const was = before.get(todo.key);
					const isChanged =
						was === undefined || changedIn(was) !== changedIn(todo);
					return stillRow(
						say,
						todo.key,
						todo.content,
						showAs(todo),
						place > 1 && isChanged && h("span.badge", {}, say("changedHere")),
					);
				}),
			),
		),
		h(
			"footer.foot",
			{ key: "past foot", part: "foot" },
			button("restore", say("restoreAll"), "main", undefined, {
				disabled: place === last,
			}),
		),
	];
}

type ShownSnapshot = NonNullable<View["session"]["history"]>[number];

const changedIn = ({ content, status }: ShownSnapshot["todos"][number]) =>
	`${status} ${content}`;

/** Says what a revision changed first. */
function describeChange(
	{ say }: View,
	{ by, name, todos }: ShownSnapshot,
	before: ReadonlyMap<string, ShownSnapshot["todos"][number]>,
): string {
	const who = by === "user" ? say(by) : (name ?? say(by));
	for (const todo of todos) {
		const was = before.get(todo.key);
		const { content } = todo;
		if (!was) return say("added", { who, todo: content });
		if (was.content !== content) return say("text", { who, todo: content });
		if (was.status !== todo.status) {
			return say("status", {
				who,
				todo: content,
				status: sayState(say, showAs(todo)),
			});
		}
	}
	const keys = new Set(todos.map(({ key }) => key));
	for (const [key, { content }] of before)
		if (!keys.has(key)) return say("removed", { who, todo: content });
	return who;
}
