// `TodoStore` and what it contains, with the type of the data that the host stores with a todo. It
// exists in types only.

import type * as core from "../../generated/agent_todos_bg.js";

/**
 * One item of the list. `Data` is the type of the data that the host stores with it.
 *
 * @example
 * ```ts
 * import { type Todo, TodoStore } from "agent-todos";
 *
 * const store = new TodoStore<{ tab: number }>();
 * store.add("Pay");
 * store.edit(1, { data: { tab: 7 } });
 * const [todo]: ReadonlyArray<Readonly<Todo<{ tab: number }>>> = store.todos;
 * console.log(todo?.data?.tab); // → 7
 * ```
 */
export interface Todo<Data = unknown> extends core.Todo {
	/**
	 * The data that the host stores with the todo: the value that `edit` set, frozen. No model reads
	 * it.
	 */
	data?: Data;
}

/** What `edit` changes. What is left out stays; `null` clears. */
export interface TodoEdit<Data = unknown> extends core.TodoEdit {
	/**
	 * The data that the host stores with the todo: a boolean, a finite number, a string, or an array
	 * or plain object of these, of at most 4,096 bytes as JSON text. No model reads it.
	 */
	data?: Data | null | undefined;
}

/** The list at one revision. */
export interface Snapshot<Data = unknown> extends core.Snapshot {
	/** The list at that time. */
	todos: ReadonlyArray<Readonly<Todo<Data>>>;
}

/**
 * The todo list of an agent: ordered, with ids 1 to n, stable keys and a history.
 *
 * Every write is all or nothing: a refused write throws a `TodoError` and leaves the list, the
 * revision and the history unchanged. A write that changes nothing makes no revision.
 *
 * An object of this class is a handle on a list. `as(author)` makes another one, and the list
 * lasts as long as any of them.
 *
 * Methods that name a todo accept its id (a number), its key (such as `"t7"`), or the todo itself,
 * as the store returned it. What a person decided is no error: a write that it holds against
 * returns false. So a loop needs no `try`. `Data` is the type of the data that the host stores with
 * a todo, if it stores any; nothing checks it at run time.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle", "Compare three"]);
 * for (let todo = store.getNextTodo(); todo !== null; todo = store.getNextTodo()) {
 *   store.as("user").skip(2, "too expensive"); // a person, meanwhile
 *   store.complete(todo); // false if somebody has skipped, removed or reworded it
 * }
 * console.log(store.getXml());
 * // → <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="skipped">Compare three</todo></todos>
 * ```
 *
 * @example
 * ```ts
 * import { type Author, type Snapshot, type Todo, TodoStore } from "agent-todos";
 * import type { Status, StoreChange, TodoEdit, TodoStoreOptions } from "agent-todos";
 *
 * const options: TodoStoreOptions = { maxTodos: 50, onSkip: "mark" };
 * const store = new TodoStore(options);
 * const unsubscribe = store.subscribe(({ revision, by }: StoreChange) => console.log(revision, by)); // → 1 agent
 * store.addMultiple(["Find a kettle", "Compare three"]);
 * unsubscribe();
 *
 * const author: Author = "user";
 * const changes: TodoEdit = { priority: "high" };
 * store.as(author).edit("t2", changes);
 * store.complete(1);
 * const statuses: Status[] = store.getAll().map((todo: Readonly<Todo>) => todo.status);
 * console.log(statuses, store.getXml());
 * // → [ 'done', 'todo' ] <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="todo">Compare three</todo></todos>
 *
 * const again = TodoStore.fromCheckpoint(store.checkpoint({ maxSnapshots: 2 }));
 * const snapshots: readonly Readonly<Snapshot>[] = again.history();
 * console.log(snapshots.length, again.newTask({ unfinished: "archive" }), again.size); // → 2 true 0
 * ```
 */
export class TodoStore<Data = unknown> extends core.TodoStore {
	constructor(options?: core.TodoStoreOptions);
	static fromCheckpoint<Data = unknown>(
		text: string,
		options?: core.TodoStoreOptions,
	): TodoStore<Data>;
	static fromXml<Data = unknown>(
		xml: string,
		options?: core.TodoStoreOptions,
	): TodoStore<Data>;
	readonly todos: ReadonlyArray<Readonly<Todo<Data>>>;
	add(content: string): Readonly<Todo<Data>>;
	addAfterPosition(
		position: number,
		contents: readonly string[],
	): ReadonlyArray<Readonly<Todo<Data>>>;
	addMultiple(contents: readonly string[]): ReadonlyArray<Readonly<Todo<Data>>>;
	as(author: core.Author, name?: string): TodoStore<Data>;
	edit(todo: number | string | core.Todo, changes: TodoEdit<Data>): boolean;
	get(todo: number | string | core.Todo): Readonly<Todo<Data>> | undefined;
	getAll(): ReadonlyArray<Readonly<Todo<Data>>>;
	getCurrentDoing(): Readonly<Todo<Data>> | null;
	getNextTodo(): Readonly<Todo<Data>> | null;
	getPending(): ReadonlyArray<Readonly<Todo<Data>>>;
	history(): ReadonlyArray<Readonly<Snapshot<Data>>>;
	replaceAll(
		contents: readonly string[],
	): ReadonlyArray<Readonly<Todo<Data>> | undefined>;
	toJSON(): ReadonlyArray<Readonly<Todo<Data>>>;
}
