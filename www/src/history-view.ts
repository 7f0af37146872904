// The timeline: a slider over the revisions of the list. Moving it shows the list as it was and says what that revision changed;
// a button, or the Enter key, brings it back.

import type { Snapshot, TodoStore } from "agent-todos";
import { changesOf } from "./changes";
import type { Todos } from "./list-view";
import { countsOf } from "./list-view";

export interface HistoryElements {
	readonly slider: HTMLInputElement;
	readonly text: HTMLOutputElement;
	/** What the revision that is shown changed. */
	readonly change: HTMLElement;
	/** The strip that says that the list shown is an old one. */
	readonly past: HTMLElement;
	readonly pastText: HTMLElement;
	readonly restore: HTMLButtonElement;
	readonly now: HTMLButtonElement;
}

export class HistoryView {
	/** Asked for when the slider is first moved, and again after a change. */
	#snapshots: ReadonlyArray<Readonly<Snapshot>> | undefined;
	/** The list of now, and what its revision changed. */
	#list: Todos = [];
	#latest = "nothing yet";

	/** `show` draws a list; `restored` hears that the reader brought a revision back. */
	constructor(
		private readonly store: TodoStore,
		private readonly elements: HistoryElements,
		private readonly show: (todos: Todos) => void,
		private readonly restored: (revision: number) => void,
	) {
		const { slider, now, restore } = elements;
		slider.addEventListener("input", () => this.#look(slider.valueAsNumber));
		slider.addEventListener("keydown", ({ key }) => {
			if (key === "Enter") this.#restore();
			if (key === "Escape") this.#backToNow();
		});
		now.addEventListener("click", () => this.#backToNow());
		restore.addEventListener("click", () => this.#restore());
	}

	/** Shows the list of now; to be called after each change. */
	update(): void {
		this.#snapshots = undefined;
		const list = this.store.getAll();
		if (list !== this.#list) this.#latest = changesOf(this.#list, list);
		this.#list = list;
		const { slider } = this.elements;
		slider.max = `${this.store.revision}`;
		slider.value = slider.max;
		this.elements.past.hidden = true;
		this.#say(slider.max, this.#latest);
		this.show(list);
	}

	#look(revision: number): void {
		if (revision === this.store.revision) {
			this.update();
			return;
		}
		this.#snapshots ??= this.store.history();
		const place = this.#snapshots.findIndex(
			(candidate) => candidate.revision === revision,
		);
		const snapshot = this.#snapshots[place];
		if (snapshot === undefined) return;
		const before = this.#snapshots[place - 1];
		this.#say(
			`${revision} of ${this.store.revision}`,
			before ? changesOf(before.todos, snapshot.todos) : "the beginning",
		);
		const { past, pastText } = this.elements;
		pastText.textContent = `Revision ${revision}: ${countsOf(snapshot.todos)}`;
		past.hidden = false;
		this.show(snapshot.todos);
	}

	/** Beside the slider, under it, and to those who cannot see either. */
	#say(revision: string, change: string): void {
		const { slider, text, change: line } = this.elements;
		text.textContent = revision;
		line.textContent = change;
		slider.setAttribute("aria-valuetext", `${revision}: ${change}`);
	}

	#restore(): void {
		const { slider } = this.elements;
		const revision = slider.valueAsNumber;
		if (revision === this.store.revision) return;
		this.store.restoreRevision(revision);
		this.restored(revision);
		slider.focus();
	}

	#backToNow(): void {
		this.update();
		this.elements.slider.focus();
	}
}
