// The rows of a list as one grid. Tab reaches one of its buttons, and arrows the others.

import type { Todo } from "../../generated/agent_todos_bg.js";
import { make, setAttribute } from "./dom.js";
import { Row, type RowView } from "./row.js";
import type { Session } from "./session.js";

/** With more rows than this, those out of sight are not laid out. */
const many = 40;

export class Rows {
	readonly element = make("div", { role: "grid", part: "list" });
	readonly #rows = new Map<string, Row>();
	/** The list of the rows. */
	#session: Session | undefined;
	/** The only button that Tab reaches. */
	#current: HTMLElement | undefined;

	constructor() {
		this.element.tabIndex = -1;
		this.element.addEventListener("focusin", ({ target }) => {
			const button = target as HTMLElement;
			if (button !== this.element && !button.closest("form"))
				this.#rove(button);
		});
	}

	get size(): number {
		return this.#rows.size;
	}

	/** Returns the row that contains an element. */
	find(target: EventTarget | null): Row | undefined {
		const element = (target as Element).closest<HTMLElement>(".row");
		return this.#rows.get(element?.dataset.key ?? "");
	}

	/** Returns the row at a 0-based place, or the nearest one. */
	findNearest(place: number): Row | undefined {
		const { children } = this.element;
		const last = children.length - 1;
		return last < 0
			? undefined
			: this.find(children[Math.max(0, Math.min(place, last))] as Element);
	}

	/** Returns the row at a height of the window, or the last one, and whether the height is in its lower half. */
	findUnder(y: number): { row: Row; isAfter: boolean } | undefined {
		const elements = [...this.element.children];
		const element =
			elements.find((element) => element.getBoundingClientRect().bottom > y) ??
			elements.at(-1);
		const row = element && this.find(element);
		if (!row) return undefined;
		const { top, height } = row.element.getBoundingClientRect();
		return { row, isAfter: y > top + height / 2 };
	}

	/** Ends the drags, as nothing can be dragged without a document. */
	release(): void {
		for (const row of this.#rows.values()) row.release();
	}

	/** Drops the rows of another list, with all that is open in them. */
	begin(session: Session | undefined): void {
		this.#session = session;
		for (const key of this.#rows.keys()) this.#drop(key);
	}

	#drop(key: string): void {
		const row = this.#rows.get(key);
		row?.release();
		row?.element.remove();
		this.#rows.delete(key);
	}

	/** Shows the todos. If the focused button is gone, the row in its place is focused, or `otherwise`. */
	render(
		todos: readonly Readonly<Todo>[],
		view: (todo: Readonly<Todo>) => RowView,
		otherwise: HTMLElement,
	): void {
		const session = this.#session;
		if (!session) return;
		const { element: grid } = this;
		const root = grid.getRootNode() as ShadowRoot;
		const active = root.activeElement as HTMLElement | null;
		const activeRow = active?.closest(".row");
		const place = activeRow ? [...grid.children].indexOf(activeRow) : undefined;
		const keys = new Set(todos.map(({ key }) => key));
		for (const key of this.#rows.keys()) if (!keys.has(key)) this.#drop(key);
		setAttribute(grid, "class", todos.length > many ? "many" : null);
		let next = grid.firstElementChild;
		for (const todo of todos) {
			const { key } = todo;
			const row = this.#rows.get(key) ?? new Row(key, session);
			this.#rows.set(key, row);
			row.update(todo, view(todo));
			const { element } = row;
			if (element === next) next = next.nextElementSibling;
			// The row before it has moved away, and is put in its place when its turn comes.
			else if (next && next === element.previousElementSibling)
				next = element.nextElementSibling;
			else grid.insertBefore(element, next);
		}
		if (!isUsable(this.#current))
			this.#rove(grid.querySelector<HTMLElement>("[data-do]"));
		if (!active || place === undefined) return;
		if (isUsable(active)) {
			// An element that is moved loses the focus.
			if (active !== root.activeElement) active.focus();
			return;
		}
		const row = this.findNearest(
			activeRow?.isConnected ? [...grid.children].indexOf(activeRow) : place,
		);
		(row?.listButtons()[0] ?? otherwise).focus();
	}

	/** Makes a button the one that Tab reaches. */
	#rove(button: HTMLElement | null): void {
		if (button === this.#current) return;
		if (this.#current) this.#current.tabIndex = -1;
		this.#current = button ?? undefined;
		if (button) button.tabIndex = 0;
	}
}

const isUsable = (element: HTMLElement | null | undefined): boolean =>
	element?.isConnected === true && !element.closest("[hidden]");
