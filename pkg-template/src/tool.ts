// A tool in the form that agent frameworks take, made from what a core says of it.

import type { Outcome } from "../generated/agent_todos_bg.js";
import type { TodoError } from "../generated/snippets.js";

/** A JSON Schema in the subset that OpenAI's strict mode, Anthropic and Gemini all accept. */
export interface JsonSchema {
	type: "object" | "array" | "string" | "integer" | "number" | "boolean";
	description?: string;
	enum?: string[];
	items?: JsonSchema;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: false;
}

/**
 * The shape of a tool's arguments: a plain JSON Schema, and with its hidden `~standard` also a Standard Schema and a
 * Standard JSON Schema (https://standardschema.dev), so that LangChain, the AI SDK and the MCP SDK take it as it is.
 */
export interface InputSchema extends JsonSchema {
	type: "object";
	properties: Record<string, JsonSchema>;
	required: string[];
	additionalProperties: false;
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: "agent-todos";
		/** Lets pass what `call` understands, repairs included, unchanged; the issue's message is fit for the model. */
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
}

/** One tool, ready to be shown to a model and called. */
export interface AgentTool {
	/** What the model calls it. */
	name: string;
	/** When and how to use it, for the model. */
	description: string;
	/** The shape of its arguments, for the model and the framework. */
	inputSchema: InputSchema;
	/**
	 * Carries out one call. `args` is what the model sent: parsed, or the JSON text itself. Never throws for that: what
	 * cannot be done is an outcome with `ok` false. Throws a `TodoError` only when the store was freed.
	 */
	call: (args: unknown) => Outcome;
}

/** A tool with an `onChange`. */
export interface AsyncAgentTool extends Omit<AgentTool, "call"> {
	/**
	 * As `AgentTool.call`, and resolves when `onChange` is done with the change. Rejects with what that throws or rejects with.
	 */
	call: (args: unknown) => Promise<Outcome>;
}

/** A tool over a list or over tasks. */
interface CallableTool extends Omit<AgentTool, "call"> {
	call: (args: unknown) => unknown;
}

/** Tools from their specifications, with what checks and what runs the calls of the one at a place. */
export function made<Tool extends CallableTool>(
	specs: () => string,
	check: (place: number, args: unknown) => void,
	call: (place: number, args: unknown) => ReturnType<Tool["call"]>,
): Tool[] {
	const fresh = () => JSON.parse(specs()) as Tool[];
	return fresh().map((tool, place) =>
		completed(
			tool,
			() => fresh()[place] as Tool,
			(args) => check(place, args),
			(args) => call(place, args),
		),
	);
}

/**
 * A call that waits for a host's `onChange` where there is one. The change itself is made at once, so calls of one message are
 * carried out in their order.
 */
export function thenTell<Of extends { readonly changed: boolean }>(
	call: (place: number, args: unknown) => Of | Promise<Of>,
	onChange: ((outcome: Of) => unknown) | undefined,
): (place: number, args: unknown) => Of | Promise<Of> {
	if (onChange === undefined) return call;
	return async (place, args) => {
		const outcome = await call(place, args);
		if (outcome.changed) await onChange(outcome);
		return outcome;
	};
}

/** One tool from its specification. It refuses nothing before it is called: its answer says what is wrong. */
export function toolOf(
	spec: () => string,
	call: (args: unknown) => Outcome,
): AgentTool {
	const fresh = () => JSON.parse(spec()) as AgentTool;
	return completed(fresh(), fresh, () => {}, call);
}

/** Gives a tool what JSON cannot hold. */
function completed<Tool extends CallableTool>(
	tool: Tool,
	fresh: () => Tool,
	check: (args: unknown) => void,
	call: (args: unknown) => ReturnType<Tool["call"]>,
): Tool {
	const plainSchema = () => ({ ...fresh().inputSchema });
	Object.defineProperty(tool.inputSchema, "~standard", {
		value: {
			version: 1,
			vendor: "agent-todos",
			validate(value: unknown) {
				try {
					check(value);
					return { value };
				} catch (error) {
					return { issues: [{ message: (error as TodoError).message }] };
				}
			},
			jsonSchema: { input: plainSchema, output: plainSchema },
		} satisfies InputSchema["~standard"],
	});
	tool.call = call as never;
	return tool;
}
