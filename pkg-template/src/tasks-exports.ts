// What the entries for tasks export besides their `init`.

import type { TaskOutcome } from "../generated/agent_todos_tasks_bg.js";
import * as core from "../generated/agent_todos_tasks_bg.js";
import { TodoError } from "../generated/snippets.js";
import { checkObject, checkOptionalFunction } from "./check.js";
import type { WasmSource } from "./load.js";
import { tasksModule } from "./modules/tasks.js";
import { TaskStorage } from "./task-storage.js";
import { type AgentTool, type JsonSchema, made, thenTell } from "./tool.js";

export type {
	Priority,
	Task,
	TaskFields,
	TaskOutcome,
	TaskStatus,
	TodoErrorCode,
} from "../generated/agent_todos_tasks_bg.js";
export { TaskStore } from "../generated/agent_todos_tasks_bg.js";
export { TodoError } from "../generated/snippets.js";
export type { WasmSource } from "./load.js";
export type { TaskStorage, TaskStorageOptions } from "./task-storage.js";
export { taskStorage } from "./task-storage.js";
export type { InputSchema, JsonSchema } from "./tool.js";

/** Makes this entry ready from its WebAssembly module, at once. Does nothing when it is ready already. */
export function initSync(source: WasmSource): void {
	tasksModule.initSync(source);
}

/** What a host may add to the tools over tasks. */
export interface TaskToolsOptions {
	/**
	 * The one user whose tasks they are. `user_id` is then not among the arguments, and a call that names another user all the
	 * same is refused. Without it, the caller is trusted to say whose tasks are meant.
	 */
	readonly user?: string | undefined;
	/** As for a list, for each call that changed a task. */
	readonly onChange?:
		| ((outcome: TaskOutcome) => void | Promise<void>)
		| undefined;
}

/** What a tool does, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
	readOnlyHint: boolean;
	destructiveHint: boolean;
	idempotentHint: boolean;
	openWorldHint: boolean;
}

/** One tool over the tasks of many users. */
export interface TaskTool extends Omit<AgentTool, "call"> {
	/** The shape of the JSON in `text`. */
	outputSchema: JsonSchema;
	annotations: ToolAnnotations;
	/** As `AgentTool.call`. */
	call: (args: unknown) => TaskOutcome;
}

/** A tool with an `onChange`, or over tasks that are in a storage. */
export interface AsyncTaskTool extends Omit<TaskTool, "call"> {
	/** As `AsyncAgentTool.call`. Of tasks in a storage it rejects with a `StorageError` when that fails. */
	call: (args: unknown) => Promise<TaskOutcome>;
}

type Five<Tool> = [Tool, Tool, Tool, Tool, Tool];

/**
 * The five tools through which models use the tasks, with output schemas and the annotations of the Model Context Protocol.
 * Over a `TaskStorage`, and with `onChange`, their `call` returns a promise.
 *
 * Throws `invalid_argument` for what is no `TaskStore` and no `TaskStorage`, and a user that is no string.
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
		throw new TodoError(
			"invalid_argument",
			"tools() takes a TaskStore, or what taskStorage() returns",
		);
	checkObject(options, "tools(): options");
	const { user, onChange } = options;
	checkOptionalFunction(onChange, "tools(): onChange");
	if (user !== undefined && typeof user !== "string")
		throw new TodoError("invalid_argument", "tools(): user must be a string");
	const specs = () =>
		user === undefined
			? core.taskToolSpecs()
			: withoutUser(core.taskToolSpecs());
	return made<TaskTool | AsyncTaskTool>(
		specs,
		(place, args) => core.taskUserOf(place, args, user),
		thenTell(
			store instanceof TaskStorage
				? (place, args) => callStored(store, place, args, user)
				: (place, args) => core.callTaskTool(store, place, args, user),
			onChange,
		),
	) as Five<TaskTool | AsyncTaskTool>;
}

async function callStored(
	storage: TaskStorage,
	place: number,
	args: unknown,
	user: string | undefined,
): Promise<TaskOutcome> {
	let whose: string;
	try {
		whose = core.taskUserOf(place, args, user);
	} catch {
		// About nobody's tasks: the answer says what is wrong with the call.
		const nothing = new core.TaskStore();
		try {
			return core.callTaskTool(nothing, place, args, user);
		} finally {
			nothing.free();
		}
	}
	return await storage.run(whose, (tasks) =>
		core.callTaskTool(tasks, place, args, whose),
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
