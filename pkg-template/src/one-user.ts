// The tools over tasks, for one user: whoever calls them cannot name another.

import type {
	InputSchema,
	JsonSchema,
	TaskOutcome,
	TaskTool,
} from "./exports.js";

/** A tool over tasks, with a schema that is plain JSON. */
export interface OneUserTool
	extends Pick<
		TaskTool,
		"name" | "description" | "outputSchema" | "annotations" | "call"
	> {
	inputSchema: JsonSchema;
}

/** The tool without `user_id` among its arguments; a call that names another user all the same is refused. */
export function ofOneUser(
	tool: TaskTool,
	user: string | undefined,
): OneUserTool {
	if (user === undefined) return tool;
	return {
		...tool,
		inputSchema: withoutUser(tool.inputSchema),
		call: (args) =>
			refusalOf(args, user) ??
			tool.call({ ...(args as object), user_id: user }),
	};
}

function withoutUser(schema: InputSchema): JsonSchema {
	const { user_id: _, ...properties } = schema.properties;
	return {
		...schema,
		properties,
		required: schema.required.filter((key) => key !== "user_id"),
	};
}

function refusalOf(args: unknown, user: string): TaskOutcome | undefined {
	const { user_id: named } = (args ?? {}) as { user_id?: unknown };
	if (named === undefined || named === null || named === user) return undefined;
	const message =
		"user_id names another user, and these are the tasks of one: leave user_id out";
	return {
		ok: false,
		changed: false,
		notes: [],
		text: JSON.stringify({
			success: false,
			error: { code: "invalid_argument", message },
		}),
	};
}
