// The tools of a conversation as every host's adapter offers them.

import type { Outcome } from "../../generated/agent_todos_bg.js";
import { checkOptionalFunction, checkOptions } from "../core/check.js";
import type { Conversation } from "../core/conversation.js";
import { checkConversation } from "../core/conversation.js";
import { type AgentTool, reported } from "../core/tool.js";

/** The options of `todoTools`. */
export interface TodoToolsOptions {
	/** As `ToolsOptions.onChange`. */
	readonly onChange?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}

/** Returns the tools. A call is answered once `onChange` has finished. */
export function toolsOf(
	conversation: Conversation,
	options: TodoToolsOptions,
	name = "todoTools()",
): AgentTool[] {
	checkConversation(conversation, `${name}: conversation`);
	checkOptions(options, name, { onChange: checkOptionalFunction });
	const { onChange } = options;
	return conversation.tools.map((tool) => ({
		...tool,
		execute: async (args) => reported(tool.execute(args), onChange),
	}));
}

/** A call that the core refused, for hosts with an error of their own. The message is the answer for the model. */
class Refusal extends Error {
	/** The AI SDK writes an error as this does. */
	override toString(): string {
		return this.message;
	}
}

/** Returns the text of an outcome. Throws it if the call was refused. */
export function acceptedText({ ok, text }: Outcome): string {
	if (!ok) throw new Refusal(text);
	return text;
}
