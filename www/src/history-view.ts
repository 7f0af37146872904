// Looking at earlier revisions of the list, and bringing one back.

import type { Snapshot, TodoStore } from "agent-todos";
import { countsOf } from "./list-view";
import type { Todos } from "./list-view";

export interface HistoryElements {
  readonly slider: HTMLInputElement;
  readonly text: HTMLOutputElement;
  /** The strip that says that the list shown is an old one. */
  readonly past: HTMLElement;
  readonly pastText: HTMLElement;
  readonly restore: HTMLButtonElement;
  readonly now: HTMLButtonElement;
}

export class HistoryView {
  /** Asked for when the slider is first moved, and again after a change. */
  #snapshots: ReadonlyArray<Readonly<Snapshot>> | undefined;

  /** `show` draws a list; `restored` hears that the reader brought a revision back. */
  constructor(
    private readonly store: TodoStore,
    private readonly elements: HistoryElements,
    private readonly show: (todos: Todos) => void,
    private readonly restored: (revision: number) => void,
  ) {
    const { slider, now, restore } = elements;
    slider.addEventListener("input", () => this.#look(slider.valueAsNumber));
    now.addEventListener("click", () => {
      this.update();
      slider.focus();
    });
    restore.addEventListener("click", () => {
      const revision = slider.valueAsNumber;
      this.store.restoreRevision(revision);
      this.restored(revision);
      slider.focus();
    });
  }

  /** Shows the list of now; to be called after each change. */
  update(): void {
    this.#snapshots = undefined;
    const { slider, text } = this.elements;
    slider.max = `${this.store.revision}`;
    slider.value = slider.max;
    text.textContent = slider.max;
    this.elements.past.hidden = true;
    this.show(this.store.getAll());
  }

  #look(revision: number): void {
    if (revision === this.store.revision) return this.update();
    this.#snapshots ??= this.store.history();
    const snapshot = this.#snapshots.find((candidate) => candidate.revision === revision);
    if (snapshot === undefined) return;
    const { text, past, pastText } = this.elements;
    text.textContent = `${revision} of ${this.store.revision}`;
    pastText.textContent = `Revision ${revision}: ${countsOf(snapshot.todos)}`;
    past.hidden = false;
    this.show(snapshot.todos);
  }
}
