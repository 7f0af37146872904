// Announces changes to screen readers: a few in one announcement, which counts the others.

import { make } from "./dom.js";
import type { Say } from "./labels.js";
import type { Change } from "./news.js";

/** How long changes are collected for one announcement, in milliseconds. */
const betweenAnnouncements = 500;
/** How many changes are announced. The others are counted. */
const mostAnnounced = 3;

export class Announcer {
	readonly element = make("div", { role: "status", class: "live" });
	#news: string[] = [];
	#due: ReturnType<typeof setTimeout> | undefined;

	/** Announces what changed. */
	tellChanges(changes: readonly Change[], say: Say): void {
		for (const { what, by, todo } of changes) {
			const { content, status, id } = todo;
			const open = todo.waiting || todo.blockedBy ? "blocked" : "open";
			const word = status === "todo" ? open : status;
			this.tell(
				say(what, {
					who: say(by),
					todo: content,
					place: id,
					status: say(todo.claimed ? "claimed" : word),
				}),
				say,
			);
		}
	}

	/** Announces one thing. */
	tell(text: string, say: Say): void {
		this.#news.push(text);
		this.#due ??= setTimeout(() => {
			this.#due = undefined;
			const news = this.#news.splice(0);
			const count = news.length - mostAnnounced;
			const more = count > 0 ? [say("more", { count })] : [];
			this.element.textContent = [
				...news.slice(0, mostAnnounced),
				...more,
			].join(". ");
		}, betweenAnnouncements);
	}

	/** Clears the announcement, and drops those that are still due. */
	clear(): void {
		clearTimeout(this.#due);
		this.#due = undefined;
		this.#news = [];
		this.element.textContent = "";
	}
}
