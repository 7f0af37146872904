// `tools(store, dialect)`: the tools of a dialect in the form that agent frameworks take. `callXml`: those of a model that
// writes its calls in XML.

import type {
	CallXmlOptions,
	DialectName,
	Outcome,
} from "../../generated/agent_todos_bg.js";
import * as core from "../../generated/agent_todos_bg.js";
import { readOptions } from "./check.js";
import { checkStore } from "./check-store.js";
import { expectAnything, expectFunction } from "./options.js";
import { type AgentTool, callOnChange, makeTools } from "./tool.js";

/** The options of `tools`. */
export interface ToolsOptions {
	/**
	 * Called by `execute` with the outcome of each call that changed the list. The call is answered after it has finished, so
	 * what it stores is stored before the model reads of the change. If it throws or rejects, `execute` rejects with that
	 * error; the list stays changed.
	 */
	readonly onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
	/**
	 * The form of the schemas. Default `"lean"`: as the tool's original has it, with optional fields. `"strict"` requires every
	 * field, for OpenAI's strict mode. `"full"` is lean, with every action that `todo_manager` accepts, for 90 tokens more.
	 */
	readonly schema?: "lean" | "strict" | "full" | undefined;
}

/** A tuple of as many tools as the dialect has. */
type ToolsOf<Dialect extends DialectName> = DialectName extends Dialect
	? AgentTool[]
	: Dialect extends "snapshot"
		? [AgentTool, AgentTool]
		: Dialect extends "Task" | "task_write"
			? [AgentTool, AgentTool, AgentTool, AgentTool]
			: [AgentTool];

/**
 * Returns the names of the dialects. If two dialects have a tool of the same name, the more usual one is first.
 *
 * @example
 * ```ts
 * import { listDialects, TodoStore, tools } from "agent-todos";
 *
 * const store = new TodoStore();
 * const ofPlans = listDialects().filter((name) => tools(store, name).some((tool) => tool.name === "update_plan"));
 * console.log(ofPlans); // → [ 'update_plan', 'zed', 'chrome_plan' ]
 * ```
 */
export const listDialects = (): DialectName[] => core.listDialects();

/**
 * Returns the tools of one dialect, with which a model uses a store. Tools of different dialects work on the same
 * list. `call` carries a call out at once, and `execute` awaits `onChange` as well. Each call of this function makes new
 * objects, which you may change.
 *
 * Throws `invalid_argument` if the dialect or the form of the schemas does not exist.
 *
 * @example
 * ```ts
 * import { type AgentTool, type DialectName, type Outcome, tools, type ToolsOptions, TodoStore } from "agent-todos";
 * import type { InputSchema, JsonSchema } from "agent-todos";
 *
 * const store = new TodoStore();
 * const dialect: DialectName = "update_plan";
 * const [tool]: AgentTool[] = tools(store, dialect);
 * const outcome: Outcome | undefined = tool?.call({ plan: [{ step: "Find a kettle", status: "in_progress" }] });
 * console.log(outcome?.ok, store.getXml()); // → true <todos><todo id="1" status="doing">Find a kettle</todo></todos>
 * const schema: InputSchema | undefined = tool?.inputSchema;
 * const plan: JsonSchema | undefined = schema?.properties.plan;
 * console.log(plan?.type); // → array
 *
 * const options = { onChange: async () => {} } satisfies ToolsOptions;
 * const [later]: AgentTool[] = tools(store, "snapshot", options);
 * console.log((await later?.execute({}))?.ok); // → true
 * ```
 */
export function tools<Dialect extends DialectName = "todo_manager">(
	store: core.TodoStore,
	dialect: Dialect = "todo_manager" as Dialect,
	options: ToolsOptions = {},
): ToolsOf<Dialect> {
	checkStore(store, "tools(): store");
	const { onChange, schema } = readOptions(options, "tools()", {
		onChange: [expectFunction],
		schema: [expectAnything],
	});
	const index = core.dialectIndex(dialect);
	const call = (_name: string, args: unknown, place: number) =>
		core.callTool(store, index, place, args);
	return makeTools<AgentTool>(
		() => core.toolSpecs(index, schema),
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

/**
 * Finds and runs every `todo` call in XML in a model's text, in the form of the dialect `xml_call`. Returns one
 * outcome for each call, in order. Its `text` is a `<tool_result>` element for the next user message. A failed call
 * does not stop the others. A call that is not closed or has no name is an outcome with `ok` false; a call in an
 * XML comment is ignored.
 *
 * Throws `invalid_argument` if `text` is not a string or an option is unknown or ill-typed.
 *
 * @example
 * ```ts
 * import { callXml, type CallXmlOptions, TodoStore } from "agent-todos";
 *
 * const options: CallXmlOptions = { code: "run", otherTools: "ignore" };
 * const text = `Let me plan.
 * <tool_call><tool_name>todo</tool_name><parameters>
 * <action>write</action><todos>[{"id": "1", "content": "Find a kettle", "status": "pending"}]</todos>
 * </parameters></tool_call>`;
 * const store = new TodoStore();
 * const outcomes = callXml(store, text, options);
 * console.log(outcomes.map(({ ok }) => ok), store.size); // → [ true ] 1
 * ```
 */
export function callXml(
	store: core.TodoStore,
	text: string,
	options?: CallXmlOptions,
): Outcome[] {
	checkStore(store, "callXml(): store");
	return core.callXml(store, text, options);
}
