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
import { type AgentTool, made, tell } from "./tool.js";

/** What a host may add to tools. */
export interface ToolsOptions {
	/** The name under which the host keeps the list, for `merge`, whose answers say it. Default `""`. */
	readonly checkpoint?: string | undefined;
	/**
	 * Called with the outcome of each call that changed the list, before that call returns. What it throws the call throws. The call
	 * waits for no promise: where one is rejected, the reason goes to the console.
	 */
	readonly onChange?: ((outcome: Outcome) => void) | undefined;
}

/**
 * The tools through which a model uses a store, in the words of one dialect. All work on the same list, whichever
 * dialect they speak.
 *
 * The objects are yours to change: each call makes new ones.
 *
 * Throws `invalid_argument` for a dialect that does not exist.
 */
export function tools(
	store: core.TodoStore,
	dialect: "snapshot",
	options?: ToolsOptions,
): [AgentTool, AgentTool];
export function tools(
	store: core.TodoStore,
	dialect?: Exclude<DialectName, "snapshot">,
	options?: ToolsOptions,
): [AgentTool];
export function tools(
	store: core.TodoStore,
	dialect?: DialectName,
	options?: ToolsOptions,
): AgentTool[];
export function tools(
	store: core.TodoStore,
	dialect: DialectName = "todo_manager",
	options: ToolsOptions = {},
): AgentTool[] {
	requireStore(store, "tools");
	checkObject(options, "tools(): options");
	const { checkpoint, onChange } = options;
	checkOptionalFunction(onChange, "tools(): onChange");
	const index = core.dialectIndex(dialect);
	return made<AgentTool>(
		() => core.toolSpecs(index),
		(place, args) => core.checkArguments(index, place, args),
		(place, args) => {
			const outcome = core.callTool(store, index, place, args, checkpoint);
			if (outcome.changed) tell(onChange, outcome);
			return outcome;
		},
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
