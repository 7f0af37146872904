// Progress and plans that cost no turn: a model says which todos it has settled, or what its plan is, in the arguments of whatever
// tool it calls next.

import type { Outcome, TodoStore } from "../generated/agent_todos_bg.js";
import * as core from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";
import { checkStore } from "./check-store.js";
import { Conversation } from "./conversation.js";
import type { JsonSchema } from "./tool.js";

/** The properties by which a model says which todos it has settled. None is required. */
export interface ProgressProperties {
	todo_done: JsonSchema;
	todo_skip: JsonSchema;
}

/** The properties by which a model plans and says where in its plan it is, as browser-use has them. None is required. */
export interface PlanProperties {
	plan_update: JsonSchema;
	current_plan_item: JsonSchema;
}

/** What a host may add to the schema of a tool of its own. */
interface Fields {
	/** What adds them, as it is called in errors. */
	readonly by: string;
	readonly names: readonly [string, string];
	readonly properties: () => string;
	readonly apply: (store: TodoStore | Conversation, args: unknown) => Outcome;
}

const progress: Fields = {
	by: "withProgress()",
	names: ["todo_done", "todo_skip"],
	properties: () => core.progressProperties(),
	apply: (store, args) =>
		store instanceof Conversation
			? store.applyProgress(args)
			: core.applyProgress(store, args),
};

const plan: Fields = {
	by: "withPlan()",
	names: ["plan_update", "current_plan_item"],
	properties: () => core.planProperties(),
	apply: (store, args) =>
		store instanceof Conversation
			? store.applyPlan(args)
			: core.applyPlan(store, args),
};

/** The JSON Schema of an object, as a host wrote it. */
interface ObjectSchema {
	readonly type: "object";
	readonly properties?: object | undefined;
}

/** A schema with more properties. */
type With<Schema extends ObjectSchema, Properties> = Omit<
	Schema,
	"properties"
> & { properties: NonNullable<Schema["properties"]> & Properties };

/**
 * The JSON Schema of a tool of yours with two optional properties more: `todo_done` and `todo_skip`, ids of todos. Give the
 * model this one, and what it sends to `takeProgress`. The schema that you give stays as it is.
 *
 * Throws `invalid_argument` for a schema that is no object's or has such a property already.
 */
export function withProgress<Schema extends ObjectSchema>(
	schema: Schema,
): With<Schema, ProgressProperties> {
	return extended(schema, progress);
}

/**
 * The JSON Schema of a tool of yours with two optional properties more: `plan_update`, the texts of a new plan, and
 * `current_plan_item`, the place in it of the item that the model works on, from 0. Give the model this one, and what it sends to
 * `takePlan`. The schema that you give stays as it is.
 *
 * Throws `invalid_argument` for a schema that is no object's or has such a property already.
 */
export function withPlan<Schema extends ObjectSchema>(
	schema: Schema,
): With<Schema, PlanProperties> {
	return extended(schema, plan);
}

/** A paragraph for the system prompt of a model whose tools have the properties of `withPlan`. */
export function planSection(): string {
	return core.planPrompt();
}

function extended<Schema extends ObjectSchema, Properties>(
	schema: Schema,
	{ by, names, properties }: Fields,
): With<Schema, Properties> {
	if (schema?.type !== "object")
		throw new TodoError(
			"invalid_argument",
			`${by} takes the JSON Schema of an object: {"type": "object", …}`,
		);
	const taken = names.find((name) => name in (schema.properties ?? {}));
	if (taken !== undefined)
		throw new TodoError(
			"invalid_argument",
			`the schema has a property ${taken} already: ${by} adds it`,
		);
	const added = JSON.parse(properties()) as Properties;
	return {
		...schema,
		properties: {
			...(schema.properties as NonNullable<Schema["properties"]>),
			...added,
		},
	};
}

/** What `takeProgress` and `takePlan` give. */
export interface TakenArguments {
	/** The arguments for your tool, parsed and without the properties that were added. The given object stays as it is. */
	args: unknown;
	/**
	 * What came of what the model said, if it said anything. Where `ok` is false nothing was changed; `text` says why and is worth
	 * appending to your tool's result.
	 */
	outcome?: Outcome;
}

/**
 * Settles the todos that a model named in the arguments of your tool (`todo_done`, `todo_skip`), as one revision or not at
 * all, and gives the arguments without them. `args` is what the model sent: parsed, or the JSON text itself. Text that is
 * no JSON comes back as it is, for your tool to refuse; so do arguments that throw when they are read (a getter, a Proxy),
 * with an outcome that says why. Throws a `TodoError` only when the store was freed.
 */
export function takeProgress(
	store: TodoStore | Conversation,
	args: unknown,
): TakenArguments {
	if (!(store instanceof Conversation))
		checkStore(store, "takeProgress(): store");
	return taken(store, args, progress);
}

/**
 * Carries out what a model said of its plan in the arguments of your tool (`plan_update`, `current_plan_item`), as one revision
 * or not at all, and returns the arguments without them. A new plan keeps the todos that it says again, and its first open todo is then in progress; going on to
 * an item finishes the open ones between the one in progress and that. `args` is what `takeProgress` takes.
 *
 * Throws a `TodoError` only when the store was freed.
 */
export function takePlan(
	store: TodoStore | Conversation,
	args: unknown,
): TakenArguments {
	if (!(store instanceof Conversation)) checkStore(store, "takePlan(): store");
	return taken(store, args, plan);
}

function taken(
	store: TodoStore | Conversation,
	args: unknown,
	{ names, apply }: Fields,
): TakenArguments {
	const parsed = typeof args === "string" ? parse(args) : args;
	const taken: TakenArguments = { args: parsed };
	if (typeof parsed !== "object" || parsed === null) return taken;
	const sent = {
		// Read here, where all arguments are: what throws becomes an outcome.
		toJSON() {
			if (!names.some((name) => name in parsed)) return {};
			const { ...rest } = parsed as Record<string, unknown>;
			const said: Record<string, unknown> = {};
			for (const name of names) {
				if (rest[name] != null) said[name] = rest[name];
				delete rest[name];
			}
			taken.args = rest;
			return said;
		},
	};
	const outcome = apply(store, sent);
	// Of no todos there is nothing to say.
	if (outcome.text !== "") taken.outcome = outcome;
	return taken;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
