// The tool with which a model says that the todo it was handed cannot be done.

import type { Tool } from "./tool";
import { objectIn, parsedArgs } from "./tool";

/** For the host-driven run, where the model does not settle todos itself. */
export function giveUpTool(givenUp: (reason: string) => void): Tool {
	return {
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
		call: (args) => {
			const reason = objectIn(parsedArgs(args))?.reason;
			if (typeof reason !== "string" || reason.trim() === "")
				return { ok: false, text: "reason is to be a text that says why" };
			givenUp(reason);
			return { ok: true, text: "The todo is given up." };
		},
	};
}
