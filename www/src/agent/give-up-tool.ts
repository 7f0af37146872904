// The tool with which a model says that the todo it was handed cannot be done.

import type { PromptTool } from "agent-todos/prompt-api";

/** For the host-driven run, where the model does not settle todos itself. */
export const giveUpTool = (givenUp: (reason: string) => void): PromptTool => ({
	name: "give_up_todo",
	description:
		"Gives the todo up that you work on, when it cannot be done. The next one comes. Not for a first failure: try another way before.",
	inputSchema: {
		type: "object",
		properties: {
			reason: {
				type: "string",
				description: "Why it cannot be done, for the user.",
			},
		},
		required: ["reason"],
		additionalProperties: false,
	},
	execute(args) {
		const { reason } = Object(args) as { reason?: unknown };
		if (typeof reason !== "string" || reason.trim() === "")
			throw new Error("reason is to be a text that says why");
		givenUp(reason);
		return "The todo is given up.";
	},
});
