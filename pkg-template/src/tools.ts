// `tools(store, dialect)`: the tools of a dialect in the form that agent frameworks take. `callXml`: those of a model that
// writes its calls in XML.

import type {
	CallXmlOptions,
	DialectName,
	Outcome,
	PromptKind,
	TaskOutcome,
} from "../generated/agent_todos_bg.js";
import * as glue from "../generated/agent_todos_bg.js";
import { TaskStore, TodoStore } from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/error.js";

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

/** What a host may add to tools. */
export interface ToolsOptions {
	/** The name under which the host keeps the list, for `merge`, whose answers say it. Default `""`. */
	readonly checkpoint?: string;
	/** Called with the outcome of each call that changed the list, before that call returns. */
	readonly onChange?: (outcome: Outcome) => void;
}

/** What a host may add to the tools over tasks. */
export interface TaskToolsOptions {
	/**
	 * The one user whose tasks they are. `user_id` is then not among the arguments, and a call that names another user all the
	 * same is refused. Without it, the caller is trusted to say whose tasks are meant.
	 */
	readonly user?: string | undefined;
	/** Called with the outcome of each call that changed a task, before that call returns. */
	readonly onChange?: ((outcome: TaskOutcome) => void) | undefined;
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

/** What the core exports for this file alone. Dialects are numbered there; JSON goes in and comes out as text. */
interface Core {
	dialectIndex(name: string): number;
	toolSpecs(dialect: number): string;
	promptOf(dialect: number, kind: PromptKind): string;
	callTool(
		store: TodoStore,
		dialect: number,
		tool: number,
		args: unknown,
		checkpoint: string,
	): Outcome;
	checkArguments(dialect: number, tool: number, args: unknown): void;
	taskToolSpecs(): string;
	callTaskTool(
		store: TaskStore,
		tool: number,
		args: unknown,
		onlyUser: string | undefined,
	): TaskOutcome;
	checkTaskArguments(
		tool: number,
		args: unknown,
		onlyUser: string | undefined,
	): void;
	callXml(store: TodoStore, text: string, options?: CallXmlOptions): Outcome[];
}
const core = glue as unknown as Core;

/**
 * The tools through which a model uses a store, in the words of one dialect. All work on the same list, whichever
 * dialect they speak.
 *
 * The objects are yours to change: each call makes new ones.
 *
 * Throws `invalid_argument` for a dialect that does not exist.
 */
export function tools(
	store: TaskStore,
	dialect: "tasks",
	options?: TaskToolsOptions,
): [TaskTool, TaskTool, TaskTool, TaskTool, TaskTool];
export function tools(
	store: TodoStore,
	dialect: "snapshot",
	options?: ToolsOptions,
): [AgentTool, AgentTool];
export function tools(
	store: TodoStore,
	dialect?: Exclude<DialectName, "snapshot">,
	options?: ToolsOptions,
): [AgentTool];
export function tools(
	store: TodoStore,
	dialect?: DialectName,
	options?: ToolsOptions,
): AgentTool[];
export function tools(
	store: TodoStore | TaskStore,
	dialect: DialectName | "tasks" = "todo_manager",
	options?: ToolsOptions | TaskToolsOptions,
): Array<AgentTool | TaskTool> {
	if (store instanceof TaskStore) {
		if (dialect !== "tasks")
			throw new TodoError(
				"invalid_argument",
				'a TaskStore has the dialect "tasks" alone',
			);
		return taskTools(store, options as TaskToolsOptions);
	}
	requireStore(store, "tools");
	const { checkpoint = "", onChange } = (options ?? {}) as ToolsOptions;
	const index = core.dialectIndex(dialect);
	return made<AgentTool>(
		() => core.toolSpecs(index),
		(place, args) => core.checkArguments(index, place, args),
		(place, args) => {
			const outcome = core.callTool(store, index, place, args, checkpoint);
			if (outcome.changed) onChange?.(outcome);
			return outcome;
		},
	);
}

function taskTools(
	store: TaskStore,
	{ user, onChange }: TaskToolsOptions = {},
): TaskTool[] {
	if (user !== undefined && typeof user !== "string")
		throw new TodoError("invalid_argument", "tools(): user must be a string");
	const specs = () =>
		user === undefined
			? core.taskToolSpecs()
			: withoutUser(core.taskToolSpecs());
	return made<TaskTool>(
		specs,
		(place, args) => core.checkTaskArguments(place, args, user),
		(place, args) => {
			const outcome = core.callTaskTool(store, place, args, user);
			if (outcome.changed) onChange?.(outcome);
			return outcome;
		},
	);
}

/** The specifications of tools that have no argument `user_id`. */
function withoutUser(specs: string): string {
	const tools = JSON.parse(specs) as TaskTool[];
	for (const { inputSchema } of tools) {
		delete inputSchema.properties["user_id"];
		inputSchema.required = inputSchema.required.filter(
			(key) => key !== "user_id",
		);
	}
	return JSON.stringify(tools);
}

/** Tools from their specifications, with what checks and what runs the calls of the one at a place. */
function made<Tool extends AgentTool | TaskTool>(
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

/** One tool from its specification. It refuses nothing before it is called: its answer says what is wrong. */
export function toolOf(
	spec: () => string,
	call: (args: unknown) => Outcome,
): AgentTool {
	const fresh = () => JSON.parse(spec()) as AgentTool;
	return completed(fresh(), fresh, () => {}, call);
}

/** Gives a tool what JSON cannot hold. */
function completed<Tool extends AgentTool | TaskTool>(
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
	store: TodoStore,
	text: string,
	options?: CallXmlOptions,
): Outcome[] {
	requireStore(store, "callXml");
	return core.callXml(store, text, options);
}

function requireStore(store: TodoStore, name: string): void {
	if (!(store instanceof TodoStore))
		throw new TodoError("invalid_argument", `${name}() takes a TodoStore`);
}
