// `tools(store, dialect)`: the tools of a dialect in the form that agent frameworks take. `callXml`: those of a model that
// writes its calls in XML.

import type {
	CallXmlOptions,
	DialectName,
	Outcome,
	PromptKind,
} from "../generated/agent_todos_bg.js";
import * as core from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";
import { checkObject, checkOptionalFunction } from "./check.js";
import { type AgentTool, type AsyncAgentTool, made, thenTell } from "./tool.js";

/** What a host may add to tools. */
export interface ToolsOptions {
	/** The name under which the host keeps the list, for `merge`, whose answers say it. Default `""`. */
	readonly checkpoint?: string | undefined;
	/**
	 * Called with the outcome of each call that changed the list. The call is answered when this is done, so what it stores is stored
	 * before the model hears of the change. What it throws or rejects with is the call's error; the list stays changed.
	 */
	readonly onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}

/** As many tools as a dialect has. */
type ToolsOf<Dialect extends DialectName, Tool> = DialectName extends Dialect
	? Tool[]
	: Dialect extends "snapshot"
		? [Tool, Tool]
		: Dialect extends "Task" | "task_write"
			? [Tool, Tool, Tool, Tool]
			: [Tool];

/**
 * The tools through which a model uses a store, in the words of one dialect. All work on the same list, whichever
 * dialect they speak. With `onChange` their `call` returns a promise.
 *
 * The objects are yours to change: each call makes new ones.
 *
 * Throws `invalid_argument` for a dialect that does not exist.
 */
export function tools<Dialect extends DialectName = "todo_manager">(
	store: core.TodoStore,
	dialect?: Dialect,
	options?: Omit<ToolsOptions, "onChange"> & { readonly onChange?: undefined },
): ToolsOf<Dialect, AgentTool>;
export function tools<Dialect extends DialectName = "todo_manager">(
	store: core.TodoStore,
	dialect: Dialect | undefined,
	options: ToolsOptions & {
		readonly onChange: NonNullable<ToolsOptions["onChange"]>;
	},
): ToolsOf<Dialect, AsyncAgentTool>;
export function tools<Dialect extends DialectName = "todo_manager">(
	store: core.TodoStore,
	dialect?: Dialect,
	options?: ToolsOptions,
): ToolsOf<Dialect, AgentTool | AsyncAgentTool>;
export function tools(
	store: core.TodoStore,
	dialect: DialectName = "todo_manager",
	options: ToolsOptions = {},
): Array<AgentTool | AsyncAgentTool> {
	requireStore(store, "tools");
	checkObject(options, "tools(): options");
	const { checkpoint, onChange } = options;
	checkOptionalFunction(onChange, "tools(): onChange");
	const index = core.dialectIndex(dialect);
	return made<AgentTool | AsyncAgentTool>(
		() => core.toolSpecs(index),
		(place, args) => core.checkArguments(index, place, args),
		thenTell(
			(place, args) => core.callTool(store, index, place, args, checkpoint),
			onChange,
		),
	);
}

/**
 * A prompt that goes with the tools of a dialect: `"system"` (default), the section of the system prompt that says when and
 * how to use them; `"planner"`, for whoever makes the plan; `"classifier"`, for whoever decides whether a task needs one;
 * `"validation"`, for whoever decides whether the task is complete. The last three ask for JSON.
 *
 * Throws `invalid_argument` for a dialect or a kind that does not exist.
 */
export function promptSection(
	dialect: DialectName = "todo_manager",
	kind: PromptKind = "system",
): string {
	return core.promptOf(core.dialectIndex(dialect), kind);
}

/**
 * Finds and runs every `todo` call in XML in what a model wrote, in the form of the dialect `xml_call`. Gives an outcome for
 * each, in order, whose `text` is a `<tool_result>` element for the next user message; one that fails does not stop the
 * others. A call that is not closed or has no name is an outcome with `ok` false; one in an XML comment is none.
 *
 * Throws `invalid_argument` for a text that is no string and an option that is unknown or ill-typed.
 */
export function callXml(
	store: core.TodoStore,
	text: string,
	options?: CallXmlOptions,
): Outcome[] {
	requireStore(store, "callXml");
	return core.callXml(store, text, options);
}

function requireStore(store: core.TodoStore, name: string): void {
	if (!(store instanceof core.TodoStore))
		throw new TodoError("invalid_argument", `${name}() takes a TodoStore`);
}
