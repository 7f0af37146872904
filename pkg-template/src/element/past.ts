// The time slider: the list as it was at each revision that is kept, and what brings it back, whole or one todo of it.

import type { Snapshot, Todo } from "../../generated/agent_todos_bg.js";
import { make, setText } from "./dom.js";
import type { Say } from "./labels.js";

/** What it asks the element for. */
export interface PastActions {
	readonly history: () => Promise<readonly Snapshot[]>;
	readonly restore: (revision: number) => void;
	readonly restoreTodo: (todo: Readonly<Todo>) => void;
	/** Today's todo of the same key. */
	readonly today: (key: string) => Readonly<Todo> | undefined;
	readonly failed: (error: unknown) => void;
}

export class Past {
	readonly element = make("details", { class: "past", part: "history" });
	readonly #summary = make("summary");
	readonly #slider = make("input", { type: "range", min: "0", step: "1" });
	readonly #when = make("p", { class: "count", dir: "auto" });
	readonly #todos = make("ol");
	readonly #all = make("button", { type: "button", part: "button" });
	readonly #do: PastActions;
	#say: Say;
	#history: readonly Snapshot[] = [];
	/** Whether the newest is shown, and so is to be the next one that is newest. */
	#isLatest = true;
	#isLoading = false;
	#isStale = false;

	constructor(actions: PastActions, say: Say) {
		this.#do = actions;
		this.#say = say;
		this.element.append(
			this.#summary,
			this.#slider,
			this.#when,
			this.#todos,
			this.#all,
		);
		this.element.addEventListener("toggle", () => this.changed());
		this.#slider.addEventListener("input", () => {
			this.#isLatest = this.#slider.value === this.#slider.max;
			this.#show();
		});
		this.#all.addEventListener("click", () => {
			const snapshot = this.#shown();
			if (snapshot) actions.restore(snapshot.revision);
		});
		this.#todos.addEventListener("click", ({ target }) => {
			const key = (target as Element).closest("button")?.dataset.key;
			const todo = this.#shown()?.todos.find((todo) => todo.key === key);
			if (todo) actions.restoreTodo(todo);
		});
		this.label(say);
	}

	label(say: Say): void {
		this.#say = say;
		setText(this.#summary, say("history"));
		this.#slider.setAttribute("aria-label", say("revision"));
		setText(this.#all, say("restoreAll"));
		this.#show();
	}

	/** The list may be another: what is open is loaded again, once however often this is called meanwhile. */
	changed(): void {
		if (!this.element.open) return;
		this.#isStale = true;
		if (!this.#isLoading) void this.#load();
	}

	async #load(): Promise<void> {
		this.#isLoading = true;
		try {
			while (this.#isStale) {
				this.#isStale = false;
				const shown = this.#shown()?.revision;
				this.#history = await this.#do.history();
				const { length } = this.#history;
				const place = this.#isLatest
					? -1
					: this.#history.findIndex(({ revision }) => revision === shown);
				this.#slider.max = String(length - 1);
				this.#slider.value = String(place < 0 ? length - 1 : place);
				this.#show();
			}
		} catch (error) {
			this.#do.failed(error);
		} finally {
			this.#isLoading = false;
		}
	}

	/** Lets go of what it holds. */
	clear(): void {
		this.#history = [];
		this.#isLatest = true;
		this.#show();
	}

	#shown(): Snapshot | undefined {
		return this.#history[Number(this.#slider.value)];
	}

	#show(): void {
		const say = this.#say;
		const snapshot = this.#shown();
		this.#all.disabled = !snapshot || this.#isLatest;
		if (!snapshot) {
			this.#todos.replaceChildren();
			return;
		}
		const { revision, by, at, todos } = snapshot;
		const time = at ? new Date(at).toLocaleString() : "–";
		const when = say("at", { revision, who: say(by), time });
		setText(this.#when, when);
		this.#slider.setAttribute("aria-valuetext", when);
		this.#todos.replaceChildren(
			...todos.map((todo) => {
				const { status, content, key } = todo;
				const item = make(
					"li",
					{},
					make("span", {}, status === "todo" ? say("open") : say(status)),
					make("span", { class: "content", dir: "auto" }, content),
				);
				const now = this.#do.today(key);
				const isSame = now?.status === status && now.content === content;
				if (!isSame)
					item.append(
						make(
							"button",
							{
								type: "button",
								part: "button",
								"data-key": key,
								"aria-label": say("restore", { todo: content }),
							},
							say("restoreIt"),
						),
					);
				return item;
			}),
		);
	}
}
