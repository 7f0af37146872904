// What the entries for tasks export besides their `init`.

import type { TaskOutcome } from "../../generated/agent_todos_tasks_bg.js";
import * as core from "../../generated/agent_todos_tasks_bg.js";
import { invalid, readOptions } from "../arguments/check.js";
import { expectFunction, expectText } from "../arguments/options.js";
import {
	type AgentTool,
	callOnChange,
	type JsonSchema,
	makeTools,
} from "../tools/tool.js";
import { TaskStorage } from "./storage.js";

export type {
	Task,
	TaskFields,
	TaskOutcome,
} from "../../generated/agent_todos_tasks_bg.js";
export { TaskStore } from "../../generated/agent_todos_tasks_bg.js";
export { TodoError } from "../../generated/snippets.js";
export { StorageError } from "../storage/contract.js";
export type { TaskStorage } from "./storage.js";
export { taskStorage } from "./storage.js";

/** The options of `tools` for tasks. */
export interface TaskToolsOptions {
	/**
	 * The one user whose tasks the tools work on. The tools then have no argument `user_id`, and a
	 * call that names another user is refused. Without it, the tools trust the caller to name the
	 * user.
	 */
	readonly user?: string | undefined;
	/** As `ToolsOptions.onChange`, for each call that changed a task. */
	readonly onChange?:
		| ((outcome: TaskOutcome) => void | Promise<void>)
		| undefined;
}

/** One tool over the tasks of many users. */
export interface TaskTool
	extends Omit<AgentTool, "call" | "check" | "execute"> {
	/** The JSON Schema of the JSON in the outcome's `text`. */
	outputSchema: JsonSchema;
	/** As `AgentTool.call`. */
	call: (args: unknown) => TaskOutcome;
	/**
	 * As `AgentTool.execute`. For tasks in a storage, it rejects with a `StorageError` if the storage
	 * fails.
	 */
	execute: (args: unknown) => Promise<TaskOutcome>;
}

/** A tool over tasks in a storage, where nothing is carried out at once. */
export type StoredTaskTool = Omit<TaskTool, "call">;

type Five<Tool> = [Tool, Tool, Tool, Tool, Tool];

/**
 * Returns the five tools with which a model works on tasks, with output schemas and the annotations
 * of the Model Context Protocol. `execute` also awaits `onChange`. The tools of a `TaskStorage`
 * have no `call`.
 *
 * Throws `invalid_argument` if `store` is neither a `TaskStore` nor a `TaskStorage`, or the user is
 * not a string.
 *
 * @example
 * ```ts
 * import { init, TaskStore, type TaskTool, tools } from "agent-todos/tasks";
 * import type { TaskOutcome } from "agent-todos/tasks";
 *
 * await init();
 * const options = { user: "ann", onChange: () => {} };
 * const [add, list]: TaskTool[] = tools(new TaskStore(), options);
 * const outcome: TaskOutcome | undefined = await add?.execute({ title: "Call the shop" });
 * console.log(add?.name, outcome?.ok); // → add_task true
 * console.log(list?.inputSchema.required, list?.outputSchema.type, list?.annotations.readOnlyHint); // → [ 'status' ] object true
 * ```
 */
export function tools(
	store: core.TaskStore,
	options?: TaskToolsOptions,
): Five<TaskTool>;
export function tools(
	store: TaskStorage,
	options?: TaskToolsOptions,
): Five<StoredTaskTool>;
export function tools(
	store: core.TaskStore | TaskStorage,
	options?: TaskToolsOptions,
): Five<TaskTool | StoredTaskTool>;
export function tools(
	store: core.TaskStore | TaskStorage,
	options: TaskToolsOptions = {},
): Five<TaskTool | StoredTaskTool> {
	if (!(store instanceof core.TaskStore || store instanceof TaskStorage))
		throw invalid("tools() takes a TaskStore, or what taskStorage() returns");
	const { user, onChange } = readOptions(options, "tools()", {
		user: [expectText],
		onChange: [expectFunction],
	});
	const specs = () =>
		user === undefined ? core.taskToolSpecs() : dropUser(core.taskToolSpecs());
	const check = (name: string, args: unknown) =>
		core.taskUserOf(name, args, user);
	if (store instanceof TaskStorage)
		return makeTools<StoredTaskTool>(specs, check, {
			execute: async (name, args) =>
				callOnChange(callStored(store, name, args, user), onChange),
		}) as Five<StoredTaskTool>;
	const call = (name: string, args: unknown) =>
		core.callTaskTool(store, name, args, user);
	return makeTools<TaskTool>(specs, check, {
		call,
		execute: async (name, args) => callOnChange(call(name, args), onChange),
	}) as Five<TaskTool>;
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

/** Returns the specifications of tools that have no argument `user_id`. */
function dropUser(specs: string): string {
	const tools = JSON.parse(specs) as TaskTool[];
	for (const { inputSchema } of tools) {
		delete inputSchema.properties.user_id;
		inputSchema.required = inputSchema.required.filter(
			(key) => key !== "user_id",
		);
	}
	return JSON.stringify(tools);
}
