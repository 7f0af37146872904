// Announces changes to screen readers: a few in one announcement, which counts the others.

import type { Say } from "../labels.js";
import type { TodoChange } from "../session/news.js";
import { showAs } from "../session/tree.js";
import { sayState } from "./view.js";

/** How long changes are collected for one announcement, in milliseconds. */
const announceIntervalMs = 500;
/** How many changes are announced. The others are counted. */
const maxAnnouncedChanges = 3;

export class Announcer {
	/** Shows the announcement. */
	readonly #show: (text: string) => void;
	#news: string[] = [];
	#due: ReturnType<typeof setTimeout> | undefined;

	constructor(show: (text: string) => void) {
		this.#show = show;
	}

	/** Announces what changed. */
	announceChanges(changes: readonly TodoChange[], say: Say): void {
		for (const { what, by, todo } of changes) {
			const shown = showAs(todo);
			this.announce(
				say(what, {
					who: say(by),
					todo: todo.content,
					place: todo.id,
					status: sayState(say, shown),
				}),
				say,
			);
		}
	}

	/** Announces one thing. */
	announce(text: string, say: Say): void {
		this.#news.push(text);
		this.#due ??= setTimeout(() => {
			this.#due = undefined;
			const news = this.#news.splice(0);
			const count = news.length - maxAnnouncedChanges;
			const more = count > 0 ? [say("moreChanges", { count })] : [];
			this.#show([...news.slice(0, maxAnnouncedChanges), ...more].join(". "));
		}, announceIntervalMs);
	}

	/** Clears the announcement, and drops those that are still due. */
	clear(): void {
		clearTimeout(this.#due);
		this.#due = undefined;
		this.#news = [];
		this.#show("");
	}
}
