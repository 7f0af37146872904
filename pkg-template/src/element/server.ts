// The list as HTML, for a server: a page shows it before any script has come, and the element takes
// over where one comes.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { elementStyle } from "./dom/style.js";
import { toHtml } from "./dom/template.js";
import { type PlainTodo, readTodos } from "./given.js";
import { type Labels, makeSay } from "./labels.js";
import { ListSession } from "./session/session.js";
import { toStillList } from "./session/source.js";
import { makeTree } from "./session/tree.js";
import { Ui } from "./session/ui.js";
import { viewPanel } from "./view/layout.js";

/**
 * Returns `<agent-todos>` with these todos as HTML, in a declarative shadow root. It is read-only,
 * as nothing can be pressed before a script has come. Throws `invalid_argument` if one of them is
 * not a todo. `labels` are the texts, as the element's; default English. Once the element has a
 * `list` or `todos`, it shows those instead.
 *
 * The style is in a `style` element: a content security policy has to allow it.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { renderTodos } from "agent-todos/element";
 *
 * await init();
 * const store = new TodoStore();
 * store.addMultiple(["Buy milk"]);
 * const html = renderTodos(store.getAll(), { list: "Groceries" });
 * console.log(html.includes("Buy milk"), html.startsWith("<agent-todos readonly>")); // → true true
 * ```
 */
export function renderTodos(
	list: Iterable<Todo | PlainTodo>,
	labels: Labels = {},
): string {
	const todos = readTodos(list);
	const session = new ListSession(toStillList(todos));
	session.show(undefined);
	const panel = viewPanel({
		say: makeSay(labels),
		ui: new Ui(),
		session,
		mode: "list",
		isReview: false,
		heading: "",
		isReadonly: true,
		isConnected: true,
		isRunning: false,
		isStopped: false,
		isIdle: false,
		onDemand: undefined,
		isResumable: false,
		planningSince: undefined,
		asked: undefined,
		preview: undefined,
		nameRow: (key) => key,
		todos,
		items: makeTree(todos),
		rowItems: makeTree(todos),
		still: undefined,
		decisions: new Map(),
		toldRevision: undefined,
		owners: [],
		rows: new Map(),
	});
	return `<agent-todos readonly><template shadowrootmode="open"><style>${elementStyle}</style>${toHtml(panel)}</template></agent-todos>`;
}
