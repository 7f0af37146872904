// The list on the screen. Rows are kept by the todo's key, which reindexing does not change: a todo that moves takes its
// row along, and one that a change left alone is not touched.

import type { Todo } from "agent-todos";
import { element } from "./element";
import type { Progress } from "./intents";
import { progressOf } from "./intents";

export type Todos = ReadonlyArray<Readonly<Todo>>;

/** How a status is said to people. A blocked todo is to do; that it waits is said instead. */
export const statusWords: Record<Progress, string> = {
	todo: "to do",
	blocked: "blocked",
	doing: "doing",
	done: "done",
	skipped: "skipped",
};

const inOrder: readonly Progress[] = [
	"done",
	"skipped",
	"doing",
	"blocked",
	"todo",
];

/** "3 done, 1 doing, 4 to do"; an empty list gives "nothing to do yet". */
export function countsOf(todos: Todos): string {
	const counts = inOrder.map((progress) => ({
		progress,
		count: todos.filter((todo) => progressOf(todo) === progress).length,
	}));
	const parts = counts
		.filter(({ count }) => count > 0)
		.map(({ progress, count }) => `${count} ${statusWords[progress]}`);
	return parts.length > 0 ? parts.join(", ") : "nothing to do yet";
}

interface Row {
	readonly item: HTMLLIElement;
	todo: Readonly<Todo>;
}

export class ListView {
	#rows = new Map<string, Row>();

	/** `list` gets the todos, `bar` one segment for each. */
	constructor(
		private readonly list: HTMLOListElement,
		private readonly bar: HTMLElement,
	) {}

	show(todos: Todos): void {
		const before = this.#tops();
		const gone = new Map(this.#rows);
		todos.forEach((todo, index) => {
			gone.delete(todo.key);
			const row = this.#rowOf(todo);
			const place = this.list.children.item(index);
			if (place !== row.item) this.list.insertBefore(row.item, place);
		});
		for (const [key, { item }] of gone) {
			item.remove();
			this.#rows.delete(key);
		}
		this.#glide(before);
		this.#showBar(todos);
	}

	#rowOf(todo: Readonly<Todo>): Row {
		const known = this.#rows.get(todo.key);
		if (known === undefined) {
			const row = { item: element("li", { class: "todo" }), todo };
			this.#rows.set(todo.key, row);
			fill(row);
			return row;
		}
		// The store gives an unchanged todo as the same object.
		if (known.todo !== todo) {
			known.todo = todo;
			fill(known);
		}
		return known;
	}

	#showBar(todos: Todos): void {
		this.bar.replaceChildren(
			...todos.map((todo) =>
				element("span", { "data-status": progressOf(todo) }),
			),
		);
		this.bar.setAttribute("aria-label", `Progress: ${countsOf(todos)}`);
	}

	#tops(): Map<Element, number> {
		return new Map(
			[...this.#rows.values()].map(({ item }) => [
				item,
				item.getBoundingClientRect().top,
			]),
		);
	}

	/** Lets rows that moved glide to their place and new ones fade in, for those who do not mind motion. */
	#glide(before: ReadonlyMap<Element, number>): void {
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		for (const { item } of this.#rows.values()) {
			const from = before.get(item);
			const by =
				from === undefined ? 0 : from - item.getBoundingClientRect().top;
			if (from === undefined)
				item.animate(
					{ opacity: [0, 1], transform: ["translateX(-0.5rem)", "none"] },
					{ duration: 260, easing: "ease-out" },
				);
			else if (by !== 0)
				item.animate(
					{ transform: [`translateY(${by}px)`, "none"] },
					{ duration: 260, easing: "ease-out" },
				);
		}
	}
}

/** Writes a todo into its row: its text, and what only some dialects can say of it. */
function fill({ item, todo }: Row): void {
	const progress = progressOf(todo);
	item.dataset.status = progress;
	item.dataset.key = todo.key;
	const text = element(
		"div",
		{ class: "todo-text" },
		element("span", { class: "todo-content" }, todo.content),
	);
	const more = moreOf(todo);
	if (more.length > 0)
		text.append(element("p", { class: "todo-more" }, ...more));
	item.replaceChildren(
		element("span", { class: "todo-mark", "aria-hidden": "true" }),
		element("span", { class: "todo-id" }, `${todo.id}`),
		text,
		element("span", { class: "todo-status" }, statusWords[progress]),
	);
}

function moreOf({
	priority,
	activeForm,
	description,
}: Readonly<Todo>): HTMLElement[] {
	const more: HTMLElement[] = [];
	if (priority)
		more.push(
			element(
				"span",
				{ class: "todo-priority", "data-priority": priority },
				`${priority} priority`,
			),
		);
	if (activeForm)
		more.push(element("span", { class: "todo-active-form" }, `${activeForm}…`));
	if (description)
		more.push(element("span", { class: "todo-description" }, description));
	return more;
}
