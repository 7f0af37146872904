// `taskStorage(storage)`: a `TaskStore` whose tasks are in a storage. The tasks of each user are
// one text, which a call reads, changes and writes. So the cost of a call depends on that user's
// tasks alone, and nothing is kept between two calls.

import type {
	Task,
	TaskFields,
	TaskStatus,
} from "../../generated/agent_todos_tasks_bg.js";
import { TaskStore } from "../../generated/agent_todos_tasks_bg.js";
import { checkMethods, readOptions } from "../arguments/check.js";
import { expectText } from "../arguments/options.js";
import type { TodoStorage } from "../storage/contract.js";
import type { Revised } from "../storage/revise.js";
import { readStored, revise } from "../storage/revise.js";

/** The options of `taskStorage`. */
export interface TaskStorageOptions {
	/**
	 * The prefix of the names under which users' tasks are stored, before the name of the user.
	 * Default `"tasks/"`.
	 */
	readonly prefix?: string | undefined;
}

/** The tasks of many users in a storage. Any number of programs may use it at once. */
export class TaskStorage {
	readonly #storage: TodoStorage;
	readonly #prefix: string;

	/** @internal Made by `taskStorage`. */
	constructor(storage: TodoStorage, prefix: string) {
		this.#storage = storage;
		this.#prefix = prefix;
	}

	/** See `TaskStore.add`. The task is stored when this resolves. */
	add(
		user: string,
		fields: TaskFields & { title: string },
	): Promise<Readonly<Task>> {
		return this.#change(user, (tasks) => tasks.add(user, fields));
	}

	/** See `TaskStore.list`. */
	list(
		user: string,
		status?: TaskStatus,
	): Promise<ReadonlyArray<Readonly<Task>>> {
		return this.#change(user, (tasks) => tasks.list(user, status));
	}

	/** See `TaskStore.update`. The change is stored when this resolves. */
	update(
		user: string,
		task: string,
		fields: TaskFields,
	): Promise<Readonly<Task>> {
		return this.#change(user, (tasks) => tasks.update(user, task, fields));
	}

	/** See `TaskStore.complete`. The change is stored when this resolves. */
	complete(user: string, task: string): Promise<boolean> {
		return this.#change(user, (tasks) => tasks.complete(user, task));
	}

	/** See `TaskStore.delete`. The change is stored when this resolves. */
	delete(user: string, task: string): Promise<Readonly<Task>> {
		return this.#change(user, (tasks) => tasks.delete(user, task));
	}

	/**
	 * @internal Runs `change` on a store that holds the tasks of one user, and stores what it
	 * changed.
	 */
	async run<Result>(
		user: string,
		change: (tasks: TaskStore) => Result,
	): Promise<Result> {
		return await revise(this.#storage, this.#prefix + user, (text) =>
			changeTasks(text, change),
		);
	}

	async #change<Result>(
		user: string,
		change: (tasks: TaskStore) => Result,
	): Promise<Result> {
		// Throws for a user's name that the core refuses, before anything is read.
		const empty = new TaskStore();
		try {
			empty.list(user);
		} finally {
			empty.free();
		}
		return await this.run(user, change);
	}
}

function changeTasks<Result>(
	text: string | null,
	change: (tasks: TaskStore) => Result,
): Revised<Result> {
	const tasks =
		text === null
			? new TaskStore()
			: readStored(() => TaskStore.fromCheckpoint(text));
	try {
		const before = tasks.checkpoint();
		const result = change(tasks);
		const after = tasks.checkpoint();
		return after === before ? { result } : { result, text: after };
	} finally {
		tasks.free();
	}
}

/**
 * Returns the tasks of many users in a storage, for a server with more users than fit into memory,
 * or with several processes. Its methods are those of `TaskStore` and return promises. They reject
 * with the same `TodoError`s, and with the storage's `StorageError`. A change is stored when its
 * promise resolves. If another program changed the same user's tasks meanwhile, the change is
 * repeated on the new tasks, up to 17 times; then it rejects with `conflict`.
 *
 * Throws `invalid_argument` if `storage` is not a storage or the prefix is not a string.
 *
 * @example
 * ```ts
 * import { memoryStorage } from "agent-todos";
 * import { init, type StoredTaskTool, type TaskStorage, taskStorage, tools } from "agent-todos/tasks";
 *
 * await init();
 * const tasks: TaskStorage = taskStorage(memoryStorage(), { prefix: "tasks/" });
 * const { title, status } = await tasks.add("ann", { title: "Call the shop" });
 * console.log(title, status); // → Call the shop pending
 * const [addTask]: StoredTaskTool[] = tools(tasks, { user: "ann" });
 * console.log((await addTask?.execute({ title: "Buy groceries" }))?.ok); // → true
 * ```
 */
export function taskStorage(
	storage: TodoStorage,
	options: TaskStorageOptions = {},
): TaskStorage {
	checkMethods(storage, "taskStorage(): storage", "read", "write");
	const { prefix } = readOptions(options, "taskStorage()", {
		prefix: [expectText, "tasks/"],
	});
	return new TaskStorage(storage, prefix);
}
