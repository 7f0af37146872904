// Every public name of the package, with its type to the letter, and uses that are right.

import type * as entry from "agent-todos";
import type {
	AgentTool,
	AsyncAgentTool,
	Author,
	CallXmlOptions,
	Checkpointable,
	CheckpointOptions,
	ConnectOptions,
	DialectName,
	Follower,
	FollowerCall,
	FollowerMethod,
	FollowOptions,
	InitInput,
	InputSchema,
	JsonSchema,
	NewTaskOptions,
	OneDoing,
	OnSkip,
	Outcome,
	Owner,
	Persistence,
	PersistOptions,
	Priority,
	Snapshot,
	Status,
	StorageErrorCode,
	StoreChange,
	StoredText,
	Todo,
	TodoEdit,
	TodoErrorCode,
	TodoStorage,
	TodoStoreOptions,
	ToolsOptions,
	Transport,
	TransportSender,
} from "agent-todos";
import {
	callXml,
	type connect,
	type follow,
	init,
	initSync,
	type overBroadcastChannel,
	type overRuntime,
	type persist,
	type StorageError,
	TodoError,
	TodoStore,
	tools,
} from "agent-todos";
import type * as followEntry from "agent-todos/follow";
import type { todosJson } from "agent-todos/forms";
import * as inline from "agent-todos/inline";
import type { chromeStorage } from "agent-todos/storage/chrome";
import type {
	StorageTest,
	storageConformance,
} from "agent-todos/storage/conformance";
import type { fileStorage } from "agent-todos/storage/file";
import type { indexedDbStorage } from "agent-todos/storage/indexeddb";
import type { memoryStorage } from "agent-todos/storage/memory";
import type {
	AsyncTaskTool,
	Task,
	TaskFields,
	TaskOutcome,
	TaskStatus,
	TaskStorage,
	TaskStorageOptions,
	TaskTool,
} from "agent-todos/tasks";
import {
	TaskStore,
	type taskStorage,
	tools as taskTools,
} from "agent-todos/tasks";
import type {
	registerWebMcp,
	TaskWebMcpOptions,
	WebMcpOptions,
	WebMcpRegistration,
} from "agent-todos/webmcp";
import type { Equal, Expect } from "./equal.js";

type Todos = ReadonlyArray<Readonly<Todo>>;

/** Asserted one by one, so that an error names the line that is wrong. */
export type Checks = [
	// Both entries export the same names, with the same types but for what init() takes.
	Expect<
		Equal<
			keyof typeof entry,
			| "appendReminder"
			| "Conversation"
			| "callXml"
			| "connect"
			| "follow"
			| "init"
			| "initSync"
			| "overBroadcastChannel"
			| "overRuntime"
			| "persist"
			| "runAgent"
			| "StorageError"
			| "timeSpent"
			| "TodoError"
			| "TodoStore"
			| "tools"
		>
	>,
	Expect<Equal<keyof typeof inline, keyof typeof entry>>,
	Expect<Equal<Omit<typeof inline, "init">, Omit<typeof entry, "init">>>,
	Expect<Equal<typeof inline.init, () => Promise<void>>>,
	Expect<
		Equal<
			typeof followEntry,
			Pick<
				typeof entry,
				"follow" | "overBroadcastChannel" | "overRuntime" | "TodoError"
			>
		>
	>,
	Expect<
		Equal<
			typeof init,
			(options?: {
				readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
			}) => Promise<void>
		>
	>,
	Expect<
		Equal<typeof initSync, (source: BufferSource | WebAssembly.Module) => void>
	>,
	Expect<
		Equal<
			InitInput,
			BufferSource | WebAssembly.Module | Response | URL | string
		>
	>,
	// Words.
	Expect<Equal<Status, "todo" | "doing" | "done" | "skipped">>,
	Expect<Equal<OnSkip, "mark" | "remove">>,
	Expect<Equal<OneDoing, "repair" | "strict">>,
	Expect<Equal<string extends DialectName ? true : false, false>>,
	Expect<
		Equal<
			Exclude<
				| "todo_manager"
				| "xml_call"
				| "snapshot"
				| "merge"
				| "TodoWrite"
				| "update_plan"
				| "write_todos"
				| "manage_todo_list"
				| "update_todo_list"
				| "todo_write"
				| "Task"
				| "task_write"
				| "todowrite"
				| "qwen"
				| "task_tracker"
				| "SetTodoList"
				| "todos"
				| "goose"
				| "zed",
				DialectName
			>,
			never
		>
	>,
	Expect<
		Equal<
			Exclude<
				| "empty_content"
				| "content_too_long"
				| "too_many_todos"
				| "unknown_id"
				| "already_doing"
				| "already_owned"
				| "held_by_user"
				| "unknown_revision"
				| "invalid_argument"
				| "invalid_checkpoint"
				| "newer_checkpoint"
				| "invalid_xml"
				| "freed"
				| "not_initialized"
				| "empty_title"
				| "title_too_long"
				| "invalid_priority"
				| "invalid_due_date"
				| "task_not_found"
				| "nothing_to_update"
				| "over_budget"
				| "unexpected_report"
				| "already_running"
				| "no_owner"
				| "no_answer"
				| "owner_exists"
				| "not_allowed",
				TodoErrorCode
			>,
			never
		>
	>,
	Expect<Equal<string extends TodoErrorCode ? true : false, false>>,
	// Values.
	Expect<
		Equal<
			Todo,
			{
				id: number;
				key: string;
				content: string;
				status: Status;
				blocked?: true;
				blockedBy?: ReadonlyArray<string>;
				priority?: Priority;
				activeForm?: string;
				description?: string;
				reason?: string;
				owner?: string;
				confirm?: true;
				claimed?: true;
				evidence?: string;
				approved?: true;
			}
		>
	>,
	Expect<Equal<Priority, "low" | "medium" | "high">>,
	Expect<
		Equal<
			CallXmlOptions,
			{
				code?: "run" | "skip" | undefined;
				otherTools?: "refuse" | "ignore" | undefined;
			}
		>
	>,
	Expect<
		Equal<
			Snapshot,
			{
				revision: number;
				by: Author;
				name?: string;
				at: number;
				reason?: string;
				todos: Todos;
			}
		>
	>,
	Expect<Equal<Author, "user" | "model" | "run" | "host">>,
	Expect<Equal<StoreChange, { revision: number; by: Author }>>,
	Expect<
		Equal<
			TodoStoreOptions,
			{
				maxTodos?: number | undefined;
				maxContentLength?: number | undefined;
				onSkip?: OnSkip | undefined;
				oneDoing?: OneDoing | undefined;
				maxDoing?: number | undefined;
				confirmDone?: boolean | undefined;
				maxSnapshots?: number | undefined;
			}
		>
	>,
	Expect<
		Equal<
			Outcome,
			{
				ok: boolean;
				text: string;
				notes: string[];
				revision: number;
				changed: boolean;
				dropped?: Todos;
				reminder?: string;
			}
		>
	>,
	// The class, call by call.
	Expect<
		Equal<
			ConstructorParameters<typeof TodoStore>,
			[options?: TodoStoreOptions | undefined]
		>
	>,
	Expect<
		Equal<
			typeof TodoStore.fromCheckpoint,
			(text: string, options?: CheckpointOptions) => TodoStore
		>
	>,
	Expect<
		Equal<
			typeof TodoStore.fromXml,
			(xml: string, options?: TodoStoreOptions) => TodoStore
		>
	>,
	Expect<Equal<TodoStore["getAll"], () => Todos>>,
	Expect<
		Equal<TodoStore["addMultiple"], (contents: readonly string[]) => string[]>
	>,
	Expect<
		Equal<
			TodoStore["addAfterPosition"],
			(position: number, contents: readonly string[]) => string[]
		>
	>,
	Expect<
		Equal<TodoStore["replaceAll"], (contents: readonly string[]) => string[]>
	>,
	Expect<
		Equal<
			TodoStore["completeMultiple"],
			(todos: ReadonlyArray<number | string>) => void
		>
	>,
	Expect<Equal<TodoStore["complete"], (todo: number | string) => void>>,
	Expect<
		Equal<
			TodoStore["skip"],
			(todo: number | string, reason?: string) => string[]
		>
	>,
	Expect<
		Equal<
			TodoStore["edit"],
			(todo: number | string, changes: TodoEdit) => string[]
		>
	>,
	Expect<
		Equal<
			TodoEdit,
			{
				content?: string | undefined;
				priority?: Priority | "" | null | undefined;
				activeForm?: string | null | undefined;
				description?: string | null | undefined;
				blockedBy?: ReadonlyArray<number | string> | null | undefined;
				confirm?: boolean | null | undefined;
			}
		>
	>,
	Expect<
		Equal<TodoStore["move"], (todo: number | string, position: number) => void>
	>,
	Expect<
		Equal<
			TodoStore["reopen"],
			(todo: number | string, reason?: string) => string[]
		>
	>,
	Expect<Equal<TodoStore["approve"], () => void>>,
	Expect<Equal<TodoStore["as"], (author: Author, name?: string) => TodoStore>>,
	Expect<Equal<TodoStore["toJSON"], () => Todos>>,
	Expect<Equal<TodoStore["remove"], (todo: number | string) => void>>,
	Expect<Equal<TodoStore["goBack"], (todo: number | string) => void>>,
	Expect<Equal<TodoStore["markDoing"], (todo: number | string) => void>>,
	Expect<Equal<TodoStore["getNextTodo"], () => Readonly<Todo> | null>>,
	Expect<Equal<TodoStore["getCurrentDoing"], () => Readonly<Todo> | null>>,
	Expect<Equal<TodoStore["getPending"], () => Todos>>,
	Expect<Equal<TodoStore["hasUnfinished"], () => boolean>>,
	Expect<Equal<TodoStore["isAllDoneOrSkipped"], () => boolean>>,
	Expect<Equal<TodoStore["isCompleted"], (todo: number | string) => boolean>>,
	Expect<Equal<TodoStore["abort"], () => void>>,
	Expect<Equal<TodoStore["reset"], () => void>>,
	Expect<Equal<TodoStore["getXml"], () => string>>,
	Expect<Equal<TodoStore["systemReminder"], () => string>>,
	Expect<Equal<TodoStore["history"], () => ReadonlyArray<Readonly<Snapshot>>>>,
	Expect<
		Equal<NewTaskOptions, { unfinished?: "keep" | "archive" | undefined }>
	>,
	Expect<Equal<TodoStore["newTask"], (options?: NewTaskOptions) => boolean>>,
	Expect<Equal<TodoStore["undo"], () => boolean>>,
	Expect<Equal<TodoStore["restoreRevision"], (revision: number) => void>>,
	Expect<Equal<CheckpointOptions, { maxSnapshots?: number | undefined }>>,
	Expect<
		Equal<TodoStore["checkpoint"], (options?: CheckpointOptions) => string>
	>,
	Expect<Equal<TodoStore["load"], (text: string) => void>>,
	Expect<Equal<TodoStore["merge"], (base: string, text: string) => string>>,
	Expect<Equal<typeof todosJson, (store: TodoStore) => string>>,
	Expect<
		Equal<
			TodoStore["subscribe"],
			(listener: (change: StoreChange) => void) => () => void
		>
	>,
	Expect<
		Equal<
			Pick<TodoStore, "revision" | "size">,
			{ readonly revision: number; readonly size: number }
		>
	>,
	Expect<Equal<TodoStore["free"], () => void>>,
	Expect<Equal<TodoStore[typeof Symbol.dispose], () => void>>,
	// Live in every context.
	Expect<
		Equal<
			typeof connect,
			(
				store: TodoStore | (() => TodoStore | Promise<TodoStore>),
				options?: ConnectOptions,
			) => Owner
		>
	>,
	Expect<
		Equal<
			ConnectOptions,
			{
				readonly name?: string | undefined;
				readonly over?: Transport | readonly Transport[] | undefined;
				readonly stored?: (() => unknown) | undefined;
				readonly allow?:
					| ((call: FollowerCall, sender: TransportSender) => boolean)
					| undefined;
				readonly timeout?: number | undefined;
			}
		>
	>,
	Expect<
		Equal<
			FollowerCall,
			| {
					readonly tool: string;
					readonly dialect: DialectName;
					readonly args: unknown;
			  }
			| {
					readonly method: FollowerMethod;
					readonly by: Author;
					readonly args: readonly unknown[];
			  }
		>
	>,
	Expect<
		Equal<
			TransportSender,
			{
				readonly isTrusted: boolean;
				readonly url?: string | undefined;
				readonly origin?: string | undefined;
				readonly tabId?: number | undefined;
				readonly frameId?: number | undefined;
			}
		>
	>,
	Expect<
		Equal<
			Owner,
			{
				open(): Promise<TodoStore>;
				readonly ended: Promise<TodoError | undefined>;
				stop(): Promise<void>;
				[Symbol.asyncDispose](): PromiseLike<void>;
			}
		>
	>,
	Expect<Equal<typeof follow, (options?: FollowOptions) => Promise<Follower>>>,
	Expect<
		Equal<
			FollowOptions,
			{
				readonly name?: string | undefined;
				readonly over?: Transport | undefined;
				readonly timeout?: number | undefined;
				readonly as?: Author | undefined;
			}
		>
	>,
	Expect<
		Equal<
			Pick<Follower, "todos" | "revision" | "isConnected">,
			{
				readonly todos: Todos;
				readonly revision: number;
				readonly isConnected: boolean;
			}
		>
	>,
	Expect<Equal<Follower["subscribe"], TodoStore["subscribe"]>>,
	Expect<
		Equal<
			Follower["callTool"],
			(tool: string, args: unknown, dialect?: DialectName) => Promise<Outcome>
		>
	>,
	Expect<
		Equal<
			FollowerMethod,
			| "addMultiple"
			| "addAfterPosition"
			| "replaceAll"
			| "edit"
			| "move"
			| "complete"
			| "completeMultiple"
			| "reopen"
			| "approve"
			| "skip"
			| "remove"
			| "goBack"
			| "markDoing"
			| "getNextTodo"
			| "abort"
			| "reset"
			| "newTask"
			| "undo"
			| "restoreRevision"
			| "history"
			| "getXml"
			| "systemReminder"
			| "checkpoint"
		>
	>,
	Expect<Equal<typeof overBroadcastChannel, () => Transport>>,
	Expect<Equal<typeof overRuntime, () => Transport>>,
	Expect<Equal<ReturnType<Transport["join"]>, ReturnType<Transport["serve"]>>>,
	// Nothing of it is private machinery of wasm-bindgen.
	Expect<Equal<Extract<keyof TodoStore, `__${string}`>, never>>,
	// Errors.
	Expect<
		Equal<
			ConstructorParameters<typeof TodoError>,
			[
				code: TodoErrorCode,
				message: string,
				options?: { cause?: unknown } | undefined,
			]
		>
	>,
	Expect<
		Equal<
			Pick<TodoError, "code" | "name">,
			{ readonly code: TodoErrorCode; readonly name: "TodoError" }
		>
	>,
	// Storage.
	Expect<
		Equal<StoredText, { readonly text: string; readonly revision: number }>
	>,
	Expect<
		Equal<TodoStorage["read"], (name: string) => Promise<StoredText | null>>
	>,
	Expect<
		Equal<
			TodoStorage["write"],
			(name: string, text: string, expectedRevision: number) => Promise<number>
		>
	>,
	Expect<
		Equal<
			TodoStorage["watch"],
			| ((name: string, onWrite: (revision?: number) => void) => () => void)
			| undefined
		>
	>,
	Expect<
		Equal<
			typeof persist,
			(
				store: TodoStore,
				storage: TodoStorage,
				name: string,
				options?: PersistOptions,
			) => Promise<Persistence>
		>
	>,
	Expect<
		Equal<
			PersistOptions,
			{
				readonly conflict?: "merge" | "theirs" | "ours" | undefined;
				readonly unreadable?: "throw" | "start_empty" | undefined;
				readonly format?: "checkpoint" | "todos.json" | undefined;
				readonly maxSnapshots?: number | undefined;
				readonly onConflict?: ((error: StorageError) => void) | undefined;
				readonly onError?: ((error: StorageError) => void) | undefined;
			}
		>
	>,
	Expect<Equal<Checkpointable, { checkpoint(): string }>>,
	Expect<
		Equal<
			Persistence,
			{
				readonly isStored: boolean;
				readonly saved: Readonly<Record<string, string>>;
				keep(parts: Readonly<Record<string, Checkpointable | undefined>>): void;
				flushed(): Promise<void>;
				retry(): Promise<void>;
				refresh(): Promise<void>;
				delete(): Promise<void>;
				stop(): Promise<void>;
				[Symbol.asyncDispose](): PromiseLike<void>;
			}
		>
	>,
	Expect<
		Equal<
			StorageErrorCode,
			| "conflict"
			| "deleted"
			| "quota_exceeded"
			| "denied"
			| "unavailable"
			| "corrupt"
			| "newer_version"
			| "rolled_back"
			| "refused"
			| "invalid_argument"
		>
	>,
	Expect<
		Equal<
			Pick<StorageError, "code" | "name">,
			{ readonly code: StorageErrorCode; readonly name: "StorageError" }
		>
	>,
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
	Expect<Equal<Parameters<typeof fileStorage>, [folder: string]>>,
	Expect<Equal<ReturnType<typeof storageConformance>, StorageTest[]>>,
	// The tasks of many users.
	Expect<
		Equal<
			Task,
			{
				id: string;
				title: string;
				priority: Priority;
				due_date?: string;
				status: TaskStatus;
			}
		>
	>,
	Expect<
		Equal<
			TaskFields,
			{
				title?: string | undefined;
				priority?: Priority | undefined;
				due_date?: string | null | undefined;
			}
		>
	>,
	Expect<
		Equal<
			TaskOutcome,
			{ ok: boolean; text: string; notes: string[]; changed: boolean }
		>
	>,
	Expect<
		Equal<
			TaskStore["add"],
			(user: string, fields: TaskFields & { title: string }) => Readonly<Task>
		>
	>,
	Expect<
		Equal<
			TaskStore["list"],
			(user: string, status?: TaskStatus) => ReadonlyArray<Readonly<Task>>
		>
	>,
	Expect<
		Equal<
			TaskStore["update"],
			(user: string, task: string, fields: TaskFields) => Readonly<Task>
		>
	>,
	Expect<Equal<TaskStore["complete"], (user: string, task: string) => boolean>>,
	Expect<
		Equal<TaskStore["delete"], (user: string, task: string) => Readonly<Task>>
	>,
	Expect<Equal<TaskTool["call"], (args: unknown) => TaskOutcome>>,
	Expect<Equal<AsyncTaskTool["call"], (args: unknown) => Promise<TaskOutcome>>>,
	Expect<
		Equal<
			typeof taskStorage,
			(storage: TodoStorage, options?: TaskStorageOptions) => TaskStorage
		>
	>,
	Expect<Equal<TaskStorageOptions, { readonly prefix?: string | undefined }>>,
	Expect<
		Equal<
			TaskStorage["add"],
			(
				user: string,
				fields: TaskFields & { title: string },
			) => Promise<Readonly<Task>>
		>
	>,
	Expect<
		Equal<
			TaskStorage["list"],
			(
				user: string,
				status?: TaskStatus,
			) => Promise<ReadonlyArray<Readonly<Task>>>
		>
	>,
	Expect<
		Equal<
			TaskStorage["update"],
			(
				user: string,
				task: string,
				fields: TaskFields,
			) => Promise<Readonly<Task>>
		>
	>,
	Expect<
		Equal<
			TaskStorage["complete"],
			(user: string, task: string) => Promise<boolean>
		>
	>,
	Expect<
		Equal<
			TaskStorage["delete"],
			(user: string, task: string) => Promise<Readonly<Task>>
		>
	>,
	// Tools of a page.
	Expect<
		Equal<
			typeof registerWebMcp,
			{
				(
					store: TodoStore,
					dialect: DialectName,
					options?: WebMcpOptions,
				): Promise<WebMcpRegistration>;
				(
					tasks: TaskStore,
					dialect: "tasks",
					options?: TaskWebMcpOptions,
				): Promise<WebMcpRegistration>;
			}
		>
	>,
	// Tools.
	Expect<Equal<ReturnType<typeof tools>, Array<AgentTool | AsyncAgentTool>>>,
	Expect<
		Equal<
			Parameters<typeof callXml>,
			[store: TodoStore, text: string, options?: CallXmlOptions | undefined]
		>
	>,
	Expect<Equal<ReturnType<typeof callXml>, Outcome[]>>,
	Expect<
		Equal<
			ToolsOptions,
			{
				readonly onChange?:
					| ((outcome: Outcome) => void | Promise<void>)
					| undefined;
				readonly schema?: "lean" | "strict" | undefined;
			}
		>
	>,
	Expect<Equal<AgentTool["name" | "description"], string>>,
	Expect<Equal<AgentTool["inputSchema"], InputSchema>>,
	// What a model sends is the one thing that nobody knows.
	Expect<Equal<AgentTool["call"], (args: unknown) => Outcome>>,
	Expect<Equal<AsyncAgentTool["call"], (args: unknown) => Promise<Outcome>>>,
	Expect<Equal<InputSchema["properties"], Record<string, JsonSchema>>>,
	Expect<Equal<InputSchema["~standard"]["version"], 1>>,
];

/** Uses as the documentation has them. */
export async function uses(): Promise<string> {
	await init();
	await init({
		module_or_path: new URL("https://example.org/agent_todos_bg.wasm"),
	});
	await init({
		module_or_path: fetch("https://example.org/agent_todos_bg.wasm"),
	});
	await inline.init();
	initSync(new Uint8Array(8));
	initSync(new WebAssembly.Module(new Uint8Array(8)));

	using store = new TodoStore({ maxTodos: 10, onSkip: "remove" });
	const [, , , , deleteTask] = taskTools(new TaskStore());
	deleteTask.call({}).text.trim();
	const [manager] = tools(store);
	const [read, write] = tools(store, "snapshot");
	const [todoWrite] = tools(store, "TodoWrite", {
		onChange: ({ revision }) => console.log(revision),
	});
	(await todoWrite.call({})).text.trim();
	// @ts-expect-error what waits for onChange is a promise
	todoWrite.call({}).text;
	const [addTask] = taskTools(new TaskStore(), { onChange: async () => {} });
	(await addTask.call({})).text.trim();
	const [, , , taskGet] = tools(store, "Task");
	taskGet.call({}).text.trim();
	const some = tools(store, "snapshot" as DialectName);
	some[7]?.call({}).text.trim();
	for (const { call } of [manager, read, write, todoWrite]) call({});
	callXml(store, "", { code: "skip" })[0]?.text.trim();
	const contents = ["a", "b"] as const;
	store.addMultiple(contents);
	const off: () => void = store.subscribe(
		({ revision, by }) => `${revision.toFixed()} ${by}`,
	);
	store.subscribe(() => "a listener may take and give anything");
	off();
	const same: inline.TodoStore = store;
	try {
		same.markDoing(1);
	} catch (error) {
		if (error instanceof TodoError && error.code === "already_doing")
			return error.message.trim();
		throw new TodoError("invalid_argument", "mine", { cause: error });
	}
	for (const { id, key, content, status } of store.getAll())
		`${id.toFixed()} ${key.slice(1)} ${content.trim()} ${status}`;
	const [tool] = tools(store);
	const outcome =
		tool?.call('{"action":"list"}') ??
		tools(store, "todo_manager")[0]?.call({ action: "list" });
	return outcome?.reminder ?? store.getNextTodo()?.content ?? "";
}
