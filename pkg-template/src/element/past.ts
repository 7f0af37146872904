// The time slider: shows the list at each revision of the history, and restores it.

import type { Snapshot } from "../../generated/agent_todos_bg.js";
import { make, makeButton, makeText, setText } from "./dom.js";
import type { Say } from "./labels.js";
import type { Session } from "./session.js";

export class Past {
	readonly element = make("details", { class: "past", part: "history" });
	readonly #summary = make("summary");
	readonly #slider = make("input", { type: "range", min: "0", step: "1" });
	readonly #when = make("p", { class: "count", dir: "auto" });
	readonly #todos = make("ol");
	readonly #all = makeButton("restore");
	#say: Say;
	/** The list whose history is shown. */
	#session: Session | undefined;
	#history: readonly Snapshot[] = [];
	/** Whether the newest revision is shown. Then a newer one is shown when it comes. */
	#isLatest = true;
	/** The list whose history is being read. */
	#loading: Session | undefined;
	#isStale = false;

	constructor(say: Say) {
		this.#say = say;
		this.element.append(
			this.#summary,
			this.#slider,
			this.#when,
			this.#todos,
			this.#all,
		);
		// While it is closed it keeps no text, as the list may be deleted in the meantime.
		this.element.addEventListener("toggle", () => this.begin(this.#session));
		this.#slider.addEventListener("input", () => {
			this.#isLatest = this.#slider.value === this.#slider.max;
			this.#show();
		});
		this.#all.addEventListener("click", () => {
			const snapshot = this.#findShown();
			const session = this.#session;
			if (snapshot)
				void session?.call("restoreRevision", snapshot.revision, {
					revision: session.shown,
				});
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

	/** Shows the history of a list from its newest revision, and clears what was shown before. */
	begin(session: Session | undefined): void {
		this.#session = session;
		this.#history = [];
		this.#isLatest = true;
		this.#show();
		this.refresh();
	}

	/** Loads the history again if the slider is open, once for several calls. */
	refresh(): void {
		const session = this.#session;
		if (!session || !this.element.open) return;
		this.#isStale = true;
		if (this.#loading !== session) void this.#load(session);
	}

	async #load(session: Session): Promise<void> {
		this.#loading = session;
		try {
			while (this.#isStale && session === this.#session) {
				this.#isStale = false;
				const history = await session.list.call("history");
				if (session === this.#session) this.#take(history);
			}
		} catch (error) {
			session.report(error);
		} finally {
			if (this.#loading === session) this.#loading = undefined;
		}
	}

	#take(history: readonly Snapshot[]): void {
		const shown = this.#findShown()?.revision;
		const place = this.#isLatest
			? -1
			: history.findIndex(({ revision }) => revision === shown);
		const last = history.length - 1;
		this.#history = history;
		this.#slider.max = String(last);
		this.#slider.value = String(place < 0 ? last : place);
		this.#show();
	}

	#findShown(): Snapshot | undefined {
		return this.#history[Number(this.#slider.value)];
	}

	#show(): void {
		const say = this.#say;
		const snapshot = this.#findShown();
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
			...todos.map(({ status, content }) =>
				make(
					"li",
					{},
					make("span", {}, say(status === "todo" ? "open" : status)),
					makeText("content", content),
				),
			),
		);
	}
}
