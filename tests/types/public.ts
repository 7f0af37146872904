// Uses of the package that are right.

import type * as entry from "agent-todos";
import {
	type AgentTool,
	type DialectName,
	type DialectTodos,
	init,
	type memoryStorage,
	type Todo,
	type TodoErrorCode,
	type TodoStorage,
	TodoStore,
	tools,
} from "agent-todos";
import type * as followEntry from "agent-todos/follow";
import type { Follower } from "agent-todos/follow";
import type * as inline from "agent-todos/inline";
import * as run from "agent-todos/run";
import type { chromeStorage } from "agent-todos/storage/chrome";
import type { fileStorage } from "agent-todos/storage/file";
import type { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { TaskStore, tools as taskTools } from "agent-todos/tasks";
import type { Equal, Expect } from "./equal.js";

/**
 * What the declarations alone do not say; they themselves are in api.txt. Asserted one by one, so
 * that an error names its line.
 */
export type Checks = [
	// Both entries export the same names, with the same types but for what init() takes.
	Expect<Equal<keyof typeof inline, keyof typeof entry>>,
	Expect<Equal<Omit<typeof inline, "init">, Omit<typeof entry, "init">>>,
	Expect<Equal<typeof inline.init, () => Promise<void>>>,
	Expect<
		Equal<
			Omit<typeof followEntry, "follow">,
			Pick<
				typeof entry,
				"overBroadcastChannel" | "overRuntime" | "overWebSocket" | "TodoError"
			>
		>
	>,
	// The words are themselves, and not any string.
	Expect<Equal<string extends DialectName ? true : false, false>>,
	Expect<Equal<string extends TodoErrorCode ? true : false, false>>,
	// Nothing of it is private machinery of wasm-bindgen.
	Expect<Equal<Extract<keyof TodoStore, `__${string}`>, never>>,
	// What another file declares is what it says here.
	Expect<Equal<TodoStore["getAll"], () => ReadonlyArray<Readonly<Todo>>>>,
	Expect<Equal<Follower["subscribe"], TodoStore["subscribe"]>>,
	Expect<
		Equal<
			ReturnType<
				| typeof memoryStorage
				| typeof fileStorage
				| typeof chromeStorage
				| typeof indexedDbStorage
			>,
			TodoStorage
		>
	>,
	Expect<Equal<ReturnType<typeof tools>, AgentTool[]>>,
	// There are todos of each dialect, and of nothing else.
	Expect<Equal<keyof DialectTodos, DialectName>>,
	// The type of the data that a host stores goes wherever a todo does.
	Expect<Equal<DataOf<TodoStore<Job>["todos"]>, Job | undefined>>,
	Expect<
		Equal<DataOf<ReturnType<TodoStore<Job>["as"]>["todos"]>, Job | undefined>
	>,
	Expect<Equal<DataOf<Follower<Job>["todos"]>, Job | undefined>>,
	Expect<
		Equal<
			DataOf<Awaited<ReturnType<Follower<Job>["history"]>>[number]["todos"]>,
			Job | undefined
		>
	>,
	Expect<
		Equal<DataOf<entry.OpenedList<Job>["store"]["todos"]>, Job | undefined>
	>,
	Expect<Equal<run.ExecuteStep<Job>["todo"]["data"], Job | undefined>>,
	Expect<Equal<DataOf<TodoStore["todos"]>, unknown>>,
];

type Job = { job: string };
type DataOf<Todos extends readonly Todo[]> = Todos[number]["data"];

/** Uses that the documentation does not have: what it has compiles with its own examples. */
export async function uses(): Promise<string> {
	await init({
		module_or_path: fetch("https://example.org/agent_todos_bg.wasm"),
	});

	using store = new TodoStore({ maxTodos: 10, onSkip: "remove" });
	const [, , , , deleteTask] = taskTools(new TaskStore());
	deleteTask.call({}).text.trim();
	const [manager] = tools(store);
	const [read, write] = tools(store, { dialect: "snapshot" });
	const [todoWrite] = tools(store, {
		dialect: "TodoWrite",
		onChange: ({ revision }) => console.log(revision),
	});
	(await todoWrite.execute({})).text.trim();
	// @ts-expect-error what waits for onChange is a promise
	todoWrite.execute({}).text;
	const [addTask] = taskTools(new TaskStore(), { onChange: async () => {} });
	(await addTask.execute({})).text.trim();
	const [, , , taskGet] = tools(store, { dialect: "Task" });
	taskGet.call({}).text.trim();
	const some = tools(store, { dialect: "snapshot" as DialectName });
	some[7]?.call({}).text.trim();
	for (const { call } of [manager, read, write, todoWrite]) call({});
	const contents = ["a", "b"] as const;
	store.addMultiple(contents);
	store.subscribe(() => "a listener may take and give anything");
	const jobs = new TodoStore<Job>();
	jobs.edit(1, { data: { job: "export" } });
	jobs.edit(1, { data: null });
	// @ts-expect-error no such data
	jobs.edit(1, { data: { jab: "export" } });
	// @ts-expect-error what is known of the data of one list is not known of the other
	const others: TodoStore<{ tab: number }> = jobs;
	const any: TodoStore = jobs;
	tools(any ?? others);
	run.runAgent({
		store: jobs,
		plan: () => [],
		execute: async ({ todo }) => (todo.data?.job ? "done" : "failed"),
	});
	const same: inline.TodoStore = store;
	const [tool] = tools(same);
	const outcome =
		tool?.call('{"action":"list"}') ??
		tools(store, { dialect: "todo_manager" })[0]?.call({ action: "list" });
	return outcome?.reminder ?? store.getNextTodo()?.content ?? "";
}
