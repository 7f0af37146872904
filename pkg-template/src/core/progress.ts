// Progress and plans that cost no turn: a model reports them in the arguments of whatever tool it calls next.

import type { Outcome, TodoStore } from "../../generated/agent_todos_bg.js";
import * as core from "../../generated/agent_todos_bg.js";
import { invalid } from "./check.js";
import { checkStore } from "./check-store.js";
import { Conversation } from "./conversation.js";
import type { JsonSchema } from "./tool.js";

/** The optional properties in which a model reports the todos that it has settled. */
export interface ProgressProperties {
	/** The ids of the todos that are done. */
	todo_done: JsonSchema;
	/** The ids of the todos to skip. */
	todo_skip: JsonSchema;
	/** What shows that those that are done are. */
	evidence: JsonSchema;
}

/** The optional properties in which a model writes its plan and its place in it, as browser-use defines them. */
export interface PlanProperties {
	/** The texts of a new plan. */
	plan_update: JsonSchema;
	/** The 0-based index of the item in progress. */
	current_plan_item: JsonSchema;
}

/** What a host may add to the schema of a tool of its own. */
interface Fields {
	/** The function that adds them, as errors name it. */
	readonly by: string;
	readonly taker: string;
	/** The schema of each field, by its name, as JSON text. */
	readonly properties: () => string;
	/** The names of the fields, once they were read from the schema. The model reports something if it writes one of the first two. */
	names?: readonly string[];
	readonly how: "applyProgress" | "applyPlan";
	readonly apply: (store: TodoStore, args: unknown) => Outcome;
}

const progress: Fields = {
	by: "withProgress()",
	taker: "takeProgress()",
	properties: core.progressProperties,
	how: "applyProgress",
	apply: core.applyProgress,
};

const plan: Fields = {
	by: "withPlan()",
	taker: "takePlan()",
	properties: core.planProperties,
	how: "applyPlan",
	apply: core.applyPlan,
};

/** The JSON Schema of an object, such as the arguments of a tool. */
export interface ObjectSchema {
	/** Always `"object"`. */
	readonly type: "object";
	/** The schema of each property, by its name. */
	readonly properties?: object | undefined;
	/** The names of the properties that must be there. */
	readonly required?: readonly string[] | undefined;
}

/** A schema with additional properties. */
type With<Schema extends ObjectSchema, Properties> = Omit<
	Schema,
	"properties"
> & { properties: NonNullable<Schema["properties"]> & Properties };

/**
 * Returns the JSON Schema of one of your tools with three more optional properties: `todo_done` and `todo_skip`, the ids of
 * todos, and `evidence`, what shows that those are done, for a claim that somebody confirms. Show the model this schema,
 * and pass its arguments to `takeProgress`. The given schema is not changed.
 *
 * Throws `invalid_argument` if the schema is not that of an object, or already has such a property.
 *
 * @example
 * ```ts
 * import { type ObjectSchema, type ProgressProperties, withProgress } from "agent-todos/progress";
 *
 * const own = { type: "object", properties: { url: { type: "string" } } } satisfies ObjectSchema;
 * const schema = withProgress(own);
 * const { todo_done }: ProgressProperties = schema.properties;
 * console.log(Object.keys(schema.properties), todo_done.type); // → [ 'url', 'todo_done', 'todo_skip', 'evidence' ] array
 * ```
 */
export function withProgress<Schema extends ObjectSchema>(
	schema: Schema,
): With<Schema, ProgressProperties> {
	return extendSchema(schema, progress);
}

/**
 * Returns the JSON Schema of one of your tools with two more optional properties: `plan_update`, the texts of a new
 * plan, and `current_plan_item`, the 0-based index of the item in progress. Show the model this schema, and pass
 * its arguments to `takePlan`. The given schema is not changed.
 *
 * Throws `invalid_argument` if the schema is not that of an object, or already has such a property.
 *
 * @example
 * ```ts
 * import { type PlanProperties, withPlan } from "agent-todos/progress";
 *
 * const schema = withPlan({ type: "object", properties: { url: { type: "string" } } });
 * const { plan_update }: PlanProperties = schema.properties;
 * console.log(Object.keys(schema.properties), plan_update.type); // → [ 'url', 'plan_update', 'current_plan_item' ] array
 * ```
 */
export function withPlan<Schema extends ObjectSchema>(
	schema: Schema,
): With<Schema, PlanProperties> {
	return extendSchema(schema, plan);
}

/**
 * Returns a paragraph for the system prompt of a model whose tools have the properties of `withProgress`.
 *
 * @example
 * ```ts
 * import { progressSection } from "agent-todos/progress";
 *
 * console.log(progressSection().includes("todo_done")); // → true
 * ```
 */
export function progressSection(): string {
	return core.progressPrompt();
}

/**
 * Returns a paragraph for the system prompt of a model whose tools have the properties of `withPlan`.
 *
 * @example
 * ```ts
 * import { planSection } from "agent-todos/progress";
 *
 * console.log(planSection().includes("plan_update")); // → true
 * ```
 */
export function planSection(): string {
	return core.planPrompt();
}

function extendSchema<Schema extends ObjectSchema, Properties>(
	schema: Schema,
	{ by, properties }: Fields,
): With<Schema, Properties> {
	if (schema?.type !== "object")
		throw invalid(
			`${by} takes the JSON Schema of an object: {"type": "object", …}`,
		);
	const added = JSON.parse(properties()) as Properties & object;
	const taken = Object.keys(added).find(
		(name) => name in (schema.properties ?? {}),
	);
	if (taken !== undefined)
		throw invalid(`the schema has a property ${taken} already: ${by} adds it`);
	return {
		...schema,
		properties: {
			...(schema.properties as NonNullable<Schema["properties"]>),
			...added,
		},
	};
}

/** The result of `takeProgress` and `takePlan`. */
export interface TakenArguments {
	/**
	 * The arguments for your tool, parsed and without the added properties. The given object is not changed. An `evidence` that
	 * is not empty and comes without `todo_done` and `todo_skip` is your tool's.
	 */
	args: unknown;
	/**
	 * The outcome, if the model reported anything. If `ok` is false, nothing was changed, and `text` says why: append
	 * it to your tool's result.
	 */
	outcome?: Outcome;
}

/**
 * Settles the todos that a model named in the arguments of your tool (`todo_done`, `todo_skip`, `evidence`), as one revision or
 * not at all. Returns the arguments without them.
 *
 * `args` is what the model sent: an object, or the JSON text itself. Text that is not JSON is returned as it is,
 * for your tool to refuse. So are arguments that throw when they are read (a getter, a Proxy), with an outcome that
 * says why. Throws a `TodoError` only if the store was freed.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { takeProgress, type TakenArguments } from "agent-todos/progress";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle", "Compare three"]);
 * const conversation = new Conversation(store);
 * conversation.reminder(); // the model reads the list
 * const taken: TakenArguments = takeProgress(conversation, '{"url":"https://shop.example","todo_done":[1]}');
 * console.log(taken.args, taken.outcome?.text); // → { url: 'https://shop.example' } Completed TODOs: 1
 * ```
 */
export function takeProgress(
	store: TodoStore | Conversation,
	args: unknown,
): TakenArguments {
	return takeFields(store, args, progress);
}

/**
 * Carries out the plan that a model wrote in the arguments of your tool (`plan_update`, `current_plan_item`), as
 * one revision or not at all. Returns the arguments without it.
 *
 * A new plan keeps the todos that it repeats, and its first open todo becomes the one in progress. Moving on to an
 * item completes the open todos between the current one and that item, and an index equal to the number of items
 * completes the last one, too. `args` is as for `takeProgress`. Throws a
 * `TodoError` only if the store was freed.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { takePlan } from "agent-todos/progress";
 *
 * const store = new TodoStore();
 * const { args } = takePlan(new Conversation(store), { url: "https://shop.example", plan_update: ["Find a kettle", "Pay"] });
 * console.log(args, store.getXml());
 * // → { url: 'https://shop.example' } <todos><todo id="1" status="doing">Find a kettle</todo><todo id="2" status="todo">Pay</todo></todos>
 * ```
 */
export function takePlan(
	store: TodoStore | Conversation,
	args: unknown,
): TakenArguments {
	return takeFields(store, args, plan);
}

function takeFields(
	store: TodoStore | Conversation,
	args: unknown,
	fields: Fields,
): TakenArguments {
	const { taker, how, apply } = fields;
	if (!(store instanceof Conversation)) checkStore(store, `${taker}: store`);
	const parsed = typeof args === "string" ? parse(args) : args;
	const taken: TakenArguments = { args: parsed };
	if (typeof parsed !== "object" || parsed === null) return taken;
	fields.names ??= Object.keys(JSON.parse(fields.properties()));
	const { names } = fields;
	const sent = {
		// The core calls this when it reads the arguments, so that an exception becomes an outcome.
		toJSON() {
			const all = parsed as Record<string, unknown>;
			// Without one of the first two, a text in another one is the tool's own.
			const isReport = (name: string, place: number) =>
				name in all && (place < 2 || all[name] === "");
			if (!names.some(isReport)) return {};
			const { ...rest } = all;
			const said: Record<string, unknown> = {};
			for (const name of names) {
				if (rest[name] != null) said[name] = rest[name];
				delete rest[name];
			}
			taken.args = rest;
			return said;
		},
	};
	const outcome =
		store instanceof Conversation
			? store._apply(how, sent)
			: apply(store, sent);
	// The text is empty if the model reported nothing.
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
