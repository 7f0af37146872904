// The tools of a conversation as every host's adapter offers them.

import { checkObject, checkOptionalFunction, refuse } from "./check.js";
import type { AsyncAgentTool, InputSchema, Outcome } from "./exports.js";
import { Conversation } from "./exports.js";

/** What `todoTools` takes besides the conversation. */
export interface TodoToolsOptions {
	/** As `ToolsOptions.onChange`. */
	readonly onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}

/** Throws `invalid_argument`: `what` names the function and the argument. */
export function checkConversation(
	value: unknown,
	what: string,
): asserts value is Conversation {
	if (!(value instanceof Conversation)) refuse(what, "a Conversation");
}

/** The tools; a call is answered when `onChange` is done with it. */
export function toolsOf(
	conversation: Conversation,
	options: TodoToolsOptions,
	name = "todoTools()",
): AsyncAgentTool[] {
	checkConversation(conversation, `${name}: conversation`);
	checkObject(options, `${name}: options`);
	const { onChange } = options;
	checkOptionalFunction(onChange, `${name}: onChange`);
	return conversation.tools.map((tool) => ({
		...tool,
		async call(args) {
			const outcome = tool.call(args);
			if (outcome.changed) await onChange?.(outcome);
			return outcome;
		},
	}));
}

/**
 * A schema that hosts show to a model and hold no arguments against: what a model sends reaches the repair of this package, and what is
 * refused comes back as its sentence.
 */
export function unchecked(schema: InputSchema): {
	readonly "~standard": InputSchema["~standard"];
} {
	return {
		"~standard": {
			...schema["~standard"],
			validate: (value) => ({ value }),
		},
	};
}
