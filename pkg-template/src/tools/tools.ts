// `tools(store)`: the tools of a dialect in the form that agent frameworks take, for hosts without
// a conversation.

import type { DialectName, Outcome } from "../../generated/agent_todos_bg.js";
import * as core from "../../generated/agent_todos_bg.js";
import type { ToolNames } from "../../generated/dialect-todos.js";
import { readOptions } from "../arguments/check.js";
import { expectAnything, expectFunction } from "../arguments/options.js";
import { checkStore } from "./check-store.js";
import { type AgentTool, callOnChange, makeTools } from "./tool.js";

/** The options of `tools`. */
export interface ToolsOptions {
	/** The dialect of the tools. Default `"todo_manager"`. */
	readonly dialect?: DialectName | undefined;
	/**
	 * Called by `execute` with the outcome of each call that changed the list. The call is answered
	 * after it has finished, so what it stores is stored before the model reads of the change. If it
	 * throws or rejects, `execute` rejects with that error; the list stays changed.
	 */
	readonly onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
	/**
	 * The form of the schemas. Default `"lean"`: as the tool's original has it, with optional fields.
	 * `"strict"` requires every field, for OpenAI's strict mode.
	 */
	readonly schema?: "lean" | "strict" | undefined;
}

/** A tuple of as many tools as the dialect has. */
type ToolsOf<Dialect extends DialectName> = DialectName extends Dialect
	? AgentTool[]
	: AsTools<ToolNames[Dialect]>;

/** A mapped type of a parameter is a tuple where that is one. */
type AsTools<Names> = { [Index in keyof Names]: AgentTool };

/**
 * Returns the tools of one dialect, which do not know what the model has read: a call means today's
 * list. They are for tests and scripts. For a model, use `tools` of a `Conversation`. Tools of
 * different dialects work on the same list. A call writes as the model, and that of a `user` or
 * `host` handle as that handle: where a person changes what a model asked for, call the tool of
 * `store.as("user")`. `call` carries a call out at once, and `execute` awaits `onChange` as well.
 * Each call of this function makes new objects, which you may change.
 *
 * Throws `invalid_argument` if the dialect or the form of the schemas does not exist.
 *
 * @example
 * ```ts
 * import { type AgentTool, type DialectName, type InputSchema, type Outcome, tools, TodoStore } from "agent-todos";
 *
 * const store = new TodoStore();
 * const dialect: DialectName = "update_plan";
 * const [tool]: AgentTool[] = tools(store, { dialect });
 * const outcome: Outcome | undefined = tool?.call({ plan: [{ step: "Find a kettle", status: "in_progress" }] });
 * console.log(outcome?.ok, store.getXml()); // → true <todos><todo id="1" status="doing">Find a kettle</todo></todos>
 * const schema: InputSchema | undefined = tool?.inputSchema;
 * console.log(schema?.properties.plan?.type); // → array
 *
 * const [later] = tools(store, { dialect: "snapshot", onChange: async () => {} });
 * console.log((await later?.execute({}))?.ok); // → true
 * ```
 */
export function tools<Dialect extends DialectName = "todo_manager">(
	store: core.TodoStore,
	options: ToolsOptions & { readonly dialect?: Dialect | undefined } = {},
): ToolsOf<Dialect> {
	checkStore(store, "tools(): store");
	const given: ToolsOptions = options;
	const { dialect, onChange, schema } = readOptions(given, "tools()", {
		dialect: [expectAnything, "todo_manager"],
		onChange: [expectFunction],
		schema: [expectAnything],
	});
	const index = core.dialectIndex(dialect);
	const specs = core.toolSpecs(store, index, schema);
	const call = (_name: string, args: unknown, place: number) =>
		core.callTool(store, index, place, args);
	return makeTools<AgentTool>(
		() => specs,
		(name, args) => core.checkArguments(index, name, args),
		{
			call,
			check: (_name, args, place) => {
				const copy = core.copyOf(store);
				try {
					return core.callTool(copy, index, place, args);
				} finally {
					copy.free();
				}
			},
			execute: async (name, args, place) =>
				callOnChange(call(name, args, place), onChange),
		},
	) as ToolsOf<Dialect>;
}
