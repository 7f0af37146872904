// A tool in the form that agent frameworks accept, made from its specification in the core.

import type { Outcome } from "../../generated/agent_todos_bg.js";
import type { TodoError } from "../../generated/snippets.js";

/**
 * A JSON Schema in the subset that OpenAI, Anthropic and Gemini all accept. A type, not an
 * interface: the types of the SDKs ask for a record, and an interface is none.
 */
export type JsonSchema = {
	/** The type of the value. */
	type: "object" | "array" | "string" | "integer" | "number" | "boolean";
	/** What the value means, written for the model. */
	description?: string;
	/** The values that are allowed. */
	enum?: string[];
	/** The schema of the items of an array. */
	items?: JsonSchema;
	/** The schemas of the properties of an object. */
	properties?: Record<string, JsonSchema>;
	/** The names of the properties that must be there. */
	required?: string[];
	/** Always false where it is set: no other properties are allowed. */
	additionalProperties?: false;
};

/**
 * The JSON Schema of a tool's arguments. Its hidden property `~standard` makes it a Standard Schema
 * and a Standard JSON Schema as well (https://standardschema.dev), so that LangChain, the AI SDK
 * and the MCP SDK accept it directly.
 */
export type InputSchema = JsonSchema & {
	/** Arguments are an object. */
	type: "object";
	/** The schema of each argument. */
	properties: Record<string, JsonSchema>;
	/** The names of the arguments that must be there. */
	required: string[];
	/** No other arguments are allowed. */
	additionalProperties: false;
	/** The Standard Schema and Standard JSON Schema interface. */
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: "agent-todos";
		/**
		 * Judges the form of a call alone, whatever is on the list, as hosts validate a call before the
		 * earlier ones of its message have run. Accepts everything that `call` understands, including
		 * what it repairs, and returns it unchanged. The message of an issue is written for the model.
		 */
		readonly validate: (
			value: unknown,
		) =>
			| { readonly value: unknown; readonly issues?: undefined }
			| { readonly issues: ReadonlyArray<{ readonly message: string }> };
		readonly jsonSchema: {
			readonly input: (options: {
				readonly target: string;
			}) => Record<string, unknown>;
			readonly output: (options: {
				readonly target: string;
			}) => Record<string, unknown>;
		};
	};
};

/** One tool, to show to a model and to call. */
export interface AgentTool {
	/** The name by which the model calls the tool. */
	name: string;
	/** When and how to use the tool, written for the model. */
	description: string;
	/** The JSON Schema of the arguments, for the model and the framework. */
	inputSchema: InputSchema;
	/**
	 * What a host may expect of the tool, as the annotations of the Model Context Protocol say it.
	 */
	annotations: {
		/** Whether it changes nothing. */
		readOnlyHint: boolean;
		/** Whether it may remove or change what is there. */
		destructiveHint: boolean;
		/** Whether the same call again changes nothing. */
		idempotentHint: boolean;
		/** Whether it reaches outside: never. */
		openWorldHint: boolean;
	};
	/**
	 * Carries out one call. `args` is what the model sent: an object, or the JSON text itself. Never
	 * throws because of it: a call that cannot be carried out returns an outcome with `ok` false.
	 * `callId` is the id of the call in the messages, by which `remind()` of a conversation finds it.
	 * Throws a `TodoError` only if the store was freed.
	 */
	call: (args: unknown, callId?: unknown) => Outcome;
	/**
	 * Returns what `call` would return now, and changes nothing: neither the list nor the turn of a
	 * conversation. Use it if somebody is asked before a call is carried out.
	 */
	check: (args: unknown) => Outcome;
	/**
	 * As `call`, and then awaits what the host wants done before the model reads the answer:
	 * `confirm` and `onChange` of the conversation, or `onChange` of `tools()`. The change itself is
	 * made at once, so the calls of one message are carried out in order. Rejects with what these
	 * functions throw; the list stays changed.
	 */
	execute: (args: unknown, callId?: unknown) => Promise<Outcome>;
}

/** A tool over a list or over tasks. Over tasks in a storage, nothing is carried out at once. */
interface CallableTool extends Omit<AgentTool, "call" | "check" | "execute"> {
	call?: (args: unknown, callId?: unknown) => unknown;
	check?: (args: unknown) => Outcome;
	execute: (args: unknown, callId?: unknown) => Promise<unknown>;
}

/** What carries out the calls of tools, by the name of the tool or by its place among them. */
interface ToolHandlers<Result> {
	readonly call?: (
		name: string,
		args: unknown,
		place: number,
		callId: unknown,
	) => Result;
	readonly check?: (name: string, args: unknown, place: number) => Outcome;
	readonly execute: (
		name: string,
		args: unknown,
		place: number,
		callId: unknown,
	) => Promise<Result>;
}

/**
 * Returns tools made from their specifications, with the functions that check the form of the calls
 * of each, and run them.
 */
export function makeTools<Tool extends CallableTool>(
	specs: () => string,
	checkForm: (name: string, args: unknown) => void,
	{ call, check, execute }: ToolHandlers<Awaited<ReturnType<Tool["execute"]>>>,
): Tool[] {
	const parse = () => JSON.parse(specs()) as Tool[];
	return parse().map((tool, place) => {
		// The host may change the tool.
		const { name } = tool;
		if (call !== undefined)
			tool.call = (args, callId) => call(name, args, place, callId);
		if (check !== undefined) tool.check = (args) => check(name, args, place);
		tool.execute = (args, callId) => execute(name, args, place, callId);
		return addStandardSchema(
			tool,
			() => parse()[place] as Tool,
			(args) => checkForm(name, args),
		);
	});
}

/** Returns the outcome of a call, once `onChange` has finished where the call changed something. */
export async function callOnChange<Of extends { readonly changed: boolean }>(
	outcome: Of | Promise<Of>,
	onChange: ((outcome: Of) => unknown) | undefined,
): Promise<Of> {
	const known = await outcome;
	if (known.changed) await onChange?.(known);
	return known;
}

/**
 * Returns one tool made from its specification. It validates nothing before the call: the answer
 * says what is wrong.
 */
export function makeTool(
	spec: string,
	call: (args: unknown) => Outcome,
): Omit<AgentTool, "check"> {
	const parse = () => JSON.parse(spec) as Omit<AgentTool, "check">;
	const tool = {
		...parse(),
		call,
		execute: async (args: unknown) => call(args),
	};
	return addStandardSchema(tool, parse, () => {});
}

/** Makes the schema of a tool a Standard Schema, which JSON cannot hold. */
function addStandardSchema<Tool extends CallableTool>(
	tool: Tool,
	parse: () => Tool,
	check: (args: unknown) => void,
): Tool {
	const validate = (value: unknown) => {
		try {
			check(value);
			return { value };
		} catch (error) {
			return { issues: [{ message: (error as TodoError).message }] };
		}
	};
	Object.defineProperty(tool.inputSchema, "~standard", {
		value: makeStandardSchema(() => parse().inputSchema, validate),
	});
	return tool;
}

/**
 * Returns what makes a JSON Schema a Standard Schema and a Standard JSON Schema. By default it
 * accepts every value: the core reads what was sent, and its answer says what is wrong with it.
 */
export function makeStandardSchema(
	schema: () => JsonSchema,
	validate: InputSchema["~standard"]["validate"] = (value) => ({ value }),
): InputSchema["~standard"] {
	// A copy each time, as hosts write into it.
	const copy = () => ({ ...schema() }) as Record<string, unknown>;
	return {
		version: 1,
		vendor: "agent-todos",
		validate,
		jsonSchema: { input: copy, output: copy },
	};
}

/**
 * Returns a schema that a host shows to the model without validating arguments against it. This
 * package repairs what the model sends, and answers with a sentence that says what is wrong where
 * it cannot.
 */
export const makeUncheckedSchema = (
	schema: JsonSchema,
): { readonly "~standard": InputSchema["~standard"] } => ({
	"~standard": makeStandardSchema(() => schema),
});
