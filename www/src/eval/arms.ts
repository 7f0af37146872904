// The four ways that are compared: what the model has of the list in each.

import { type Conversation, reporting } from "agent-todos";
import { reportingTools, todoTools } from "agent-todos/ai-sdk";
import type { ToolSet } from "ai";

export type ArmName = "none" | "tool" | "plan" | "scribe";

interface Arm {
	readonly hasList: boolean;
	/** Whether a second model keeps the list. */
	readonly hasScribe: boolean;
	/** What the system prompt says of the list. */
	readonly section: (conversation: Conversation) => string;
	/** The tools of the model, from those of the browser. */
	readonly tools: (conversation: Conversation, own: ToolSet) => ToolSet;
}

const byModel = (conversation: Conversation) =>
	reporting(conversation, { planner: "model" });

export const arms: Readonly<Record<ArmName, Arm>> = {
	/** No list: what the person wants is said in the chat. */
	none: {
		hasList: false,
		hasScribe: false,
		section: () => "",
		tools: (_, own) => own,
	},
	/** A list with a tool of its own. */
	tool: {
		hasList: true,
		hasScribe: false,
		section: (conversation) => conversation.prompt(),
		tools: (conversation, own) => ({ ...own, ...todoTools(conversation) }),
	},
	/** A list without a tool: the model plans in the calls of the browser's tools. */
	plan: {
		hasList: true,
		hasScribe: false,
		section: (conversation) => byModel(conversation).prompt,
		tools: (conversation, own) => reportingTools(byModel(conversation), own),
	},
	/** A list that a second model keeps: the first hears of it only what a person changes. */
	scribe: {
		hasList: true,
		hasScribe: true,
		section: () => "",
		tools: (_, own) => own,
	},
};
