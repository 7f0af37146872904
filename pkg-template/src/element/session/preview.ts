// What a model is writing, as rows: those of new todos have names of their own, as their todos have
// no keys yet.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import type { Todos, WritingTodos } from "../../tools/todos.js";

export class Preview {
	#writing: WritingTodos;
	#rows: Todos | undefined;
	/** The names of the rows of new todos, in order. */
	#names: string[] = [];
	#named = 0;
	/** The new todos that are not on the list yet. */
	#new: Readonly<Todo>[] = [];
	/** The names of the rows that were shown before their todos had a key, by their keys. */
	readonly #rowNames = new Map<string, string>();

	/** Returns the todos to show while a model writes. Undefined if it writes nothing. */
	show(writing: WritingTodos): Todos | undefined {
		if (writing === this.#writing) return this.#rows;
		this.#writing = writing;
		this.#rows = writing && this.#name(writing);
		return this.#rows;
	}

	#name(writing: NonNullable<WritingTodos>): Todos {
		this.#new = [];
		return writing.map((todo) => {
			if (todo.key !== undefined) return todo as Readonly<Todo>;
			const place = this.#new.length;
			this.#names[place] ??= `new ${++this.#named}`;
			const row = { ...todo, key: this.#names[place] as string };
			this.#new.push(row);
			return row;
		});
	}

	/** Returns whether a row is that of a new todo, with which nothing can be done yet. */
	static isNew({ key }: Readonly<Todo>): boolean {
		return key.startsWith("new ");
	}

	/** Lets todos that are on the list by now keep the rows that they had before. */
	keepRows(todos: Todos, isKnown: (key: string) => boolean): void {
		if (this.#new.length === 0) return;
		for (const { key, content } of todos) {
			if (isKnown(key) || this.#rowNames.has(key)) continue;
			const place = this.#new.findIndex((row) => row.content === content);
			const row = this.#new[place];
			if (!row) continue;
			this.#new.splice(place, 1);
			this.#names.splice(this.#names.indexOf(row.key), 1);
			this.#rowNames.set(key, row.key);
		}
		if (this.#rows === undefined) this.#new = this.#names = [];
	}

	/** Returns what tells the row of a todo from the others. */
	nameRow(key: string): string {
		return this.#rowNames.get(key) ?? key;
	}
}
