// The tool with which a model says that the todo it was handed cannot be done.

import type { Tool } from "ai";
import { jsonSchema, tool } from "ai";

/** For the host-driven run, where the model does not settle todos itself. */
export function giveUpTool(
	givenUp: (reason: string) => void,
): Tool<{ reason: string }, string> {
	return tool({
		description:
			"Gives the todo up that you work on, when it cannot be done. The next one comes. Not for a first failure: try another way before.",
		inputSchema: jsonSchema<{ reason: string }>({
			type: "object",
			properties: {
				reason: {
					type: "string",
					description: "Why it cannot be done, for the user.",
				},
			},
			required: ["reason"],
			additionalProperties: false,
		}),
		execute: ({ reason }) => {
			if (typeof reason !== "string" || reason.trim() === "")
				throw new Error("reason is to be a text that says why");
			givenUp(reason);
			return "The todo is given up.";
		},
	});
}
