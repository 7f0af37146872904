// Reports that cost no turn: a model says how far it is, or what its plan is, in the arguments of
// whatever tool it calls next.

import type { Outcome } from "../../generated/agent_todos_bg.js";
import {
	planPrompt,
	planProperties,
	progressPrompt,
	progressProperties,
} from "../../generated/texts.js";
import { invalid, readOptions } from "../arguments/check.js";
import { copyOwn, expectOneOf } from "../arguments/options.js";
import { type Conversation, checkConversation } from "./conversation.js";
import type { JsonSchema } from "./tool.js";

/** Who writes the plan, which decides what the model reports. */
type Planner = "program" | "model";

/**
 * What there is for each planner: the schema of each property by its name, as JSON text, the
 * paragraph, and how a report is applied.
 */
const kinds = {
	program: {
		properties: (conversation: Conversation) =>
			progressProperties.replaceAll("integer", conversation._idType),
		prompt: progressPrompt,
		apply: "progress",
	},
	model: {
		properties: () => planProperties,
		prompt: planPrompt,
		apply: "plan",
	},
} as const;

/** The JSON Schema of an object, such as the arguments of a tool. */
export interface ObjectSchema {
	/** Always `"object"`. */
	readonly type: "object";
	/** The schema of each property, by its name. */
	readonly properties?: object | undefined;
	/** The names of the properties that must be there. */
	readonly required?: readonly string[] | undefined;
}

/**
 * A schema of a library that converts it to JSON Schema (https://standardschema.dev/json-schema),
 * such as zod.
 */
export interface StandardJsonSchema {
	readonly "~standard": {
		readonly jsonSchema: {
			readonly input: (options: {
				readonly target: "draft-2020-12";
			}) => Record<string, unknown>;
		};
	};
}

/** Returns the JSON Schema of a schema, which is one itself if its library does not convert it. */
function toJsonSchema(schema: object): object {
	const standard = Object(schema)["~standard"];
	if (standard === undefined) return schema;
	const { jsonSchema } = standard as Partial<StandardJsonSchema["~standard"]>;
	if (jsonSchema === undefined)
		throw invalid(
			"reporting().extend() cannot convert this schema: pass its JSON Schema, as z.toJSONSchema(schema) of zod 4 returns it, or update its library",
		);
	return jsonSchema.input({ target: "draft-2020-12" });
}

/** A schema with additional properties. */
type Extended<Schema extends ObjectSchema> = Omit<Schema, "properties"> & {
	properties: NonNullable<Schema["properties"]> & Record<string, JsonSchema>;
};

/** What `reporting` returns. */
export interface Reporting {
	/** The conversation whose model reports. */
	readonly conversation: Conversation;
	/** A paragraph for the system prompt, which tells the model how to report. */
	readonly prompt: string;
	/**
	 * Returns the JSON Schema of one of your tools with the optional properties in which the model
	 * reports. Show the model this schema. The given schema is not changed. A schema of zod 4.2 or
	 * newer, or of another library with Standard JSON Schema, is converted.
	 *
	 * Throws `invalid_argument` if the schema is not that of an object, or already has such a
	 * property.
	 */
	extend<Schema extends ObjectSchema>(schema: Schema): Extended<Schema>;
	/** Does the same for the schema of a library. */
	extend(schema: StandardJsonSchema): Extended<ObjectSchema>;
	/**
	 * Carries out what the model reported in the arguments of your tool, as one revision or not at
	 * all.
	 *
	 * `args` is what the model sent: an object, or the JSON text itself. `args` of the result are
	 * those for your tool, parsed and without the added properties; the given object is not changed.
	 * Text that is not JSON is returned as it is, for your tool to refuse. So are arguments that
	 * throw when they are read (a getter, a Proxy), with an outcome that says why.
	 *
	 * `outcome` is there if the model reported anything. If its `ok` is false, nothing was changed,
	 * and its `text` says why: append it to your tool's result. Throws a `TodoError` only if the
	 * store was freed.
	 */
	take(args: unknown): {
		/**
		 * The arguments for your tool. An `evidence` without `todo_done` and `todo_skip` is your
		 * tool's.
		 */
		args: unknown;
		/** The outcome, if the model reported anything. */
		outcome?: Outcome;
	};
}

class ReportingBy implements Reporting {
	readonly conversation: Conversation;
	readonly #planner: Planner;
	#properties: Record<string, JsonSchema> | undefined;

	constructor(conversation: Conversation, planner: Planner) {
		this.conversation = conversation;
		this.#planner = planner;
	}

	get prompt(): string {
		return kinds[this.#planner].prompt;
	}

	extend<Schema extends ObjectSchema>(given: Schema): Extended<Schema>;
	extend(given: StandardJsonSchema): Extended<ObjectSchema>;
	extend<Schema extends ObjectSchema>(
		given: Schema | StandardJsonSchema,
	): Extended<Schema> {
		const schema = toJsonSchema(given) as Schema;
		if (schema?.type !== "object")
			throw invalid(
				'reporting().extend() takes the JSON Schema of an object: {"type": "object", …}',
			);
		const added = this.#read();
		const taken = Object.keys(added).find((name) =>
			Object.hasOwn(schema.properties ?? {}, name),
		);
		if (taken !== undefined)
			throw invalid(
				`the schema has a property ${taken} already: reporting().extend() adds it`,
			);
		const { properties } = schema as {
			properties: Schema["properties"] & object;
		};
		return { ...schema, properties: { ...properties, ...added } };
	}

	take(args: unknown): { args: unknown; outcome?: Outcome } {
		const parsed = typeof args === "string" ? parse(args) : args;
		const taken: { args: unknown; outcome?: Outcome } = { args: parsed };
		if (typeof parsed !== "object" || parsed === null) return taken;
		const names = Object.keys(this.#read());
		const sent = {
			// The core calls this when it reads the arguments, so that an exception becomes an outcome.
			toJSON() {
				const all = copyOwn(parsed) as Record<string, unknown>;
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
		const outcome = this.conversation._apply(kinds[this.#planner].apply, sent);
		// The text is empty if the model reported nothing.
		if (outcome.text !== "") taken.outcome = outcome;
		return taken;
	}

	/** Returns the schema of each property. */
	#read(): Record<string, JsonSchema> {
		const read = () =>
			JSON.parse(kinds[this.#planner].properties(this.conversation)) as Record<
				string,
				JsonSchema
			>;
		this.#properties ??= read();
		return this.#properties;
	}
}

/**
 * Lets a model report on the list without a todo tool, in the arguments of whatever tool of yours
 * it calls next.
 *
 * With the planner `"program"`, your program or a person writes the plan, and the model names the
 * ids of todos in `todo_done` and `todo_skip`, with `evidence` for a claim that somebody confirms.
 * An `evidence` that comes without either is your tool's. With `"model"` the model also writes the
 * plan, as browser-use defines it: `plan_update` has the texts of a new plan, and
 * `current_plan_item` is the 0-based index of the item in progress. A new plan keeps the todos that
 * it repeats, and its first open todo becomes the one in progress. Moving on to an item completes
 * the open todos between the current one and that item; an index equal to the number of items
 * completes the last one, too.
 *
 * An adapter has `reportingTools`, which extends your tools with it. Without an adapter, use
 * `extend` and `take`.
 *
 * Throws `invalid_argument` if `conversation` is not a `Conversation` or an option is unknown or
 * ill-typed.
 *
 * @example
 * ```ts
 * import { Conversation, reporting, type Reporting, TodoStore } from "agent-todos";
 *
 * const store = new TodoStore();
 * const report: Reporting = reporting(new Conversation(store), { planner: "model" });
 * const system = `You shop for the user.\n\n${report.prompt}`;
 * const schema = report.extend({ type: "object", properties: { url: { type: "string" } } });
 * console.log(Object.keys(schema.properties)); // → [ 'url', 'plan_update', 'current_plan_item' ]
 *
 * // What the model sent to the tool:
 * const { args } = report.take('{"url":"https://shop.example","plan_update":["Find a kettle","Pay"]}');
 * console.log(args, store.getXml());
 * // → { url: 'https://shop.example' } <todos><todo id="1" status="doing">Find a kettle</todo><todo id="2" status="todo">Pay</todo></todos>
 * ```
 */
export function reporting(
	conversation: Conversation,
	options: {
		/** Who writes the plan. Default `"program"`. */
		readonly planner?: "program" | "model" | undefined;
	} = {},
): Reporting {
	checkConversation(conversation, "reporting(): conversation");
	const { planner } = readOptions(options, "reporting()", {
		planner: [expectOneOf("program", "model"), "program"],
	});
	return new ReportingBy(conversation, planner);
}

/** Throws `invalid_argument` if it is not what `reporting` returns. */
export function checkReporting(value: unknown, what: string): void {
	if (!(value instanceof ReportingBy))
		throw invalid(`${what} must be what reporting() of agent-todos returns`);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
