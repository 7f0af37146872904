// Progress that costs no turn: a model says which todos it has settled in the arguments of whatever tool it calls next.

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

const names = ["todo_done", "todo_skip"] as const;

/**
 * The JSON Schema of a tool of yours with two optional properties more: `todo_done` and `todo_skip`, ids of todos. Give the
 * model this one, and what it sends to `takeProgress`. The schema that you give stays as it is.
 *
 * Throws `invalid_argument` for a schema that is no object's or has such a property already.
 */
export function withProgress<
	Schema extends {
		readonly type: "object";
		readonly properties?: object | undefined;
	},
>(
	schema: Schema,
): Omit<Schema, "properties"> & {
	properties: NonNullable<Schema["properties"]> & ProgressProperties;
} {
	if (schema?.type !== "object")
		throw new TodoError(
			"invalid_argument",
			'withProgress() takes the JSON Schema of an object: {"type": "object", …}',
		);
	const taken = names.find((name) => name in (schema.properties ?? {}));
	if (taken !== undefined)
		throw new TodoError(
			"invalid_argument",
			`the schema has a property ${taken} already: withProgress() adds it`,
		);
	const added = JSON.parse(core.progressProperties()) as ProgressProperties;
	return {
		...schema,
		properties: {
			...(schema.properties as NonNullable<Schema["properties"]>),
			...added,
		},
	};
}

/** What `takeProgress` gives. */
export interface TakenProgress {
	/** The arguments for your tool, parsed and without `todo_done` and `todo_skip`. The given object stays as it is. */
	args: unknown;
	/**
	 * What settling the todos did, if the model named any. Where `ok` is false nothing was settled; `text` says why and is
	 * worth appending to your tool's result.
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
): TakenProgress {
	if (!(store instanceof Conversation))
		checkStore(store, "takeProgress(): store");
	const parsed = typeof args === "string" ? parse(args) : args;
	const taken: TakenProgress = { args: parsed };
	if (typeof parsed !== "object" || parsed === null) return taken;
	const sent = {
		// Read here, where all arguments are: what throws becomes an outcome.
		toJSON() {
			if (!names.some((name) => name in parsed)) return {};
			const { todo_done, todo_skip, ...rest } = parsed as Record<
				string,
				unknown
			>;
			taken.args = rest;
			return { todo_done: todo_done ?? [], todo_skip: todo_skip ?? [] };
		},
	};
	const outcome =
		store instanceof Conversation
			? store.applyProgress(sent)
			: core.applyProgress(store, sent);
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
