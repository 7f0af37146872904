// What the entries for tasks export besides their `init`.

import type { TaskOutcome } from "../../generated/agent_todos_tasks_bg.js";
import * as core from "../../generated/agent_todos_tasks_bg.js";
import {
	type Checks,
	checkOptionalFunction,
	checkOptions,
	checkText,
	invalid,
	optional,
} from "../core/check.js";
import { tasksModule } from "../core/modules/tasks.js";
import {
	type AgentTool,
	type JsonSchema,
	made,
	withOnChange,
} from "../core/tool.js";
import { TaskStorage } from "./task-storage.js";

export type {
	Priority,
	Task,
	TaskFields,
	TaskOutcome,
	TaskStatus,
	TodoErrorCode,
} from "../../generated/agent_todos_tasks_bg.js";
export { TaskStore } from "../../generated/agent_todos_tasks_bg.js";
export { TodoError } from "../../generated/snippets.js";
export type { InputSchema, JsonSchema } from "../core/tool.js";
export type { StorageErrorCode } from "../storage/contract.js";
export { StorageError } from "../storage/contract.js";
export type { TaskStorage, TaskStorageOptions } from "./task-storage.js";
export { taskStorage } from "./task-storage.js";

/**
 * Initializes this entry synchronously from its WebAssembly module. Does nothing if it is initialized already.
 *
 * Throws a `TodoError` (`init_failed`) if `source` is not this version's module.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { initSync, TaskStore } from "agent-todos/tasks";
 *
 * const file = new URL(import.meta.resolve("agent-todos/agent_todos_tasks_bg.wasm"));
 * initSync(readFileSync(file));
 * console.log(new TaskStore().list("ann")); // → []
 * ```
 */
export function initSync(source: BufferSource | WebAssembly.Module): void {
	tasksModule.initSync(source);
}

/** The options of `tools` for tasks. */
export interface TaskToolsOptions {
	/**
	 * The one user whose tasks the tools work on. The tools then have no argument `user_id`, and a call that names
	 * another user is refused. Without it, the tools trust the caller to name the user.
	 */
	readonly user?: string | undefined;
	/** As `ToolsOptions.onChange`, for each call that changed a task. */
	readonly onChange?:
		| ((outcome: TaskOutcome) => void | Promise<void>)
		| undefined;
}

const checks: Checks<TaskToolsOptions> = {
	user: optional(checkText),
	onChange: checkOptionalFunction,
};

/** One tool over the tasks of many users. */
export interface TaskTool extends Omit<AgentTool, "call"> {
	/** The JSON Schema of the JSON in the outcome's `text`. */
	outputSchema: JsonSchema;
	/** As `AgentTool.call`. */
	call: (args: unknown) => TaskOutcome;
}

/** A tool with an `onChange`, or over tasks in a storage. */
export interface AsyncTaskTool extends Omit<TaskTool, "call"> {
	/** As `AsyncAgentTool.call`. For tasks in a storage, it rejects with a `StorageError` if the storage fails. */
	call: (args: unknown) => Promise<TaskOutcome>;
}

type Five<Tool> = [Tool, Tool, Tool, Tool, Tool];

/**
 * Returns the five tools with which a model works on tasks, with output schemas and the annotations of the Model
 * Context Protocol. With a `TaskStorage`, or with `onChange`, their `call` returns a promise.
 *
 * Throws `invalid_argument` if `store` is neither a `TaskStore` nor a `TaskStorage`, or the user is not a string.
 *
 * @example
 * ```ts
 * import { type AsyncTaskTool, init, TaskStore, type TaskTool, type TaskToolsOptions, tools } from "agent-todos/tasks";
 * import type { InputSchema, JsonSchema, TaskOutcome } from "agent-todos/tasks";
 *
 * await init();
 * const options = { user: "ann", onChange: () => {} } satisfies TaskToolsOptions;
 * const [add]: AsyncTaskTool[] = tools(new TaskStore(), options);
 * const outcome: TaskOutcome | undefined = await add?.call({ title: "Call the shop" });
 * console.log(add?.name, outcome?.ok); // → add_task true
 *
 * const [, list]: TaskTool[] = tools(new TaskStore());
 * const [input, output]: [InputSchema?, JsonSchema?] = [list?.inputSchema, list?.outputSchema];
 * console.log(input?.required, output?.type, list?.annotations.readOnlyHint); // → [ 'user_id', 'status' ] object true
 * ```
 */
export function tools(
	store: core.TaskStore,
	options?: Omit<TaskToolsOptions, "onChange"> & {
		readonly onChange?: undefined;
	},
): Five<TaskTool>;
export function tools(
	store: core.TaskStore | TaskStorage,
	options: TaskToolsOptions & {
		readonly onChange: NonNullable<TaskToolsOptions["onChange"]>;
	},
): Five<AsyncTaskTool>;
export function tools(
	store: TaskStorage,
	options?: TaskToolsOptions,
): Five<AsyncTaskTool>;
export function tools(
	store: core.TaskStore | TaskStorage,
	options?: TaskToolsOptions,
): Five<TaskTool | AsyncTaskTool>;
export function tools(
	store: core.TaskStore | TaskStorage,
	options: TaskToolsOptions = {},
): Five<TaskTool | AsyncTaskTool> {
	if (!(store instanceof core.TaskStore || store instanceof TaskStorage))
		throw invalid("tools() takes a TaskStore, or what taskStorage() returns");
	checkOptions(options, "tools()", checks);
	const { user, onChange } = options;
	const specs = () =>
		user === undefined
			? core.taskToolSpecs()
			: withoutUser(core.taskToolSpecs());
	return made<TaskTool | AsyncTaskTool>(
		specs,
		(name, args) => core.taskUserOf(name, args, user),
		withOnChange(
			store instanceof TaskStorage
				? (name, args) => callStored(store, name, args, user)
				: (name, args) => core.callTaskTool(store, name, args, user),
			onChange,
		),
	) as Five<TaskTool | AsyncTaskTool>;
}

async function callStored(
	storage: TaskStorage,
	name: string,
	args: unknown,
	user: string | undefined,
): Promise<TaskOutcome> {
	let whose: string;
	try {
		whose = core.taskUserOf(name, args, user);
	} catch {
		// The call names no user: an empty store answers what is wrong with it.
		const nothing = new core.TaskStore();
		try {
			return core.callTaskTool(nothing, name, args, user);
		} finally {
			nothing.free();
		}
	}
	return await storage.run(whose, (tasks) =>
		core.callTaskTool(tasks, name, args, whose),
	);
}

/** The specifications of tools that have no argument `user_id`. */
function withoutUser(specs: string): string {
	const tools = JSON.parse(specs) as TaskTool[];
	for (const { inputSchema } of tools) {
		delete inputSchema.properties.user_id;
		inputSchema.required = inputSchema.required.filter(
			(key) => key !== "user_id",
		);
	}
	return JSON.stringify(tools);
}
