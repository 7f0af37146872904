// The list that stands still while a person is in it: its rows as they were shown, of which only
// the picture, the state and the times of today's todos change.

import type { Decision, Todo } from "../../../generated/agent_todos_bg.js";
import type { Todos } from "../../tools/todos.js";
import type { Replan, TodoChange } from "./news.js";
import { isFailed, isSettled } from "./tree.js";

/** What was shown of a list, as far as something else in its place would move its rows. */
export interface Shown {
	readonly todos: Todos;
	/** The decisions on each todo, by its key. */
	readonly decisions: ReadonlyMap<string, readonly Decision[]>;
	readonly replan: Replan | undefined;
	/** The keys of the todos that were folded into one line. */
	readonly folded: ReadonlySet<string>;
	/** Whether all of it was settled. */
	readonly isOver: boolean;
	/** Whether it was shown how it ended. */
	readonly isReceipt: boolean;
	/** Whether it was a plan to be approved. */
	readonly isReview: boolean;
	/** Whether only the header was shown. */
	readonly isHidden: boolean;
	/** The keys of the cards. */
	readonly cards: readonly string[];
}

/** What waits to be shown, in numbers. */
export interface WaitingNews {
	readonly done: number;
	readonly failed: number;
	readonly asked: number;
	readonly added: number;
	readonly gone: number;
	readonly changed: number;
}

const find = (todos: Todos, key: string) =>
	todos.find((todo) => todo.key === key);

/** The aspects that a row shows and a person approves, besides whether the todo is there. */
export const texts = [
	"content",
	"activeForm",
	"description",
	"priority",
	"parent",
] as const;

const hasSameTexts = (one: Readonly<Todo>, other: Readonly<Todo>) =>
	texts.every((name) => one[name] === other[name]);

/**
 * Returns the todos of the rows: those that were shown, in their order and with their texts, in the
 * state that they have now.
 */
export function showStill(still: Shown, now: Todos): Todos {
	const today = new Map(now.map((todo) => [todo.key, todo]));
	return still.todos.map((shown) => {
		const todo = today.get(shown.key);
		if (!todo) return shown;
		if (hasSameTexts(shown, todo)) return todo;
		const kept = Object.fromEntries(texts.map((name) => [name, shown[name]]));
		return { ...todo, ...kept } as Readonly<Todo>;
	});
}

/** Takes over what the person has just changed themselves, and nothing else. */
export function adoptOwn(
	still: Shown,
	changes: readonly TodoChange[],
	now: Todos,
	decisions: Shown["decisions"],
): Shown {
	const todos = [...still.todos];
	const decided = new Map(still.decisions);
	for (const { what, todo: changed } of changes) {
		const { key } = changed;
		const todo = find(now, key);
		const place = todos.findIndex((shown) => shown.key === key);
		decided.set(key, decisions.get(key) ?? []);
		const stays = place >= 0 && what !== "moved";
		if (todo && stays) todos[place] = todo;
		else if (place >= 0) todos.splice(place, 1);
		if (!todo || stays) continue;
		// Behind the nearest one in front of it that is shown.
		const before = now.slice(0, now.indexOf(todo)).reverse();
		const places = before.map(({ key }) =>
			todos.findIndex((shown) => shown.key === key),
		);
		todos.splice((places.find((place) => place >= 0) ?? -1) + 1, 0, todo);
	}
	return { ...still, todos, decisions: decided };
}

/** Returns what has happened since the list stands still. */
export function readNews(
	still: Shown,
	now: Todos,
	cards: readonly string[],
): WaitingNews {
	const news = { done: 0, failed: 0, asked: 0, added: 0, gone: 0, changed: 0 };
	const known = new Map(still.todos.map((todo) => [todo.key, todo]));
	for (const todo of now) {
		const shown = known.get(todo.key);
		known.delete(todo.key);
		if (!shown) news.added++;
		else if (isSettled(todo) && !isSettled(shown))
			news[isFailed(todo) ? "failed" : "done"]++;
		else if (!hasSameTexts(shown, todo)) news.changed++;
	}
	news.gone = known.size;
	news.asked = cards.filter((card) => !still.cards.includes(card)).length;
	return news;
}
