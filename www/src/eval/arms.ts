// The three ways that are compared: what the model has of the list in each.

import type { Conversation } from "agent-todos";
import { planTools, todoTools } from "agent-todos/ai-sdk";
import { planSection } from "agent-todos/progress";
import type { ToolSet } from "ai";

export type ArmName = "none" | "tool" | "plan";

interface Arm {
	readonly hasList: boolean;
	/** What the system prompt says of the list. */
	readonly section: (conversation: Conversation) => string;
	/** The tools of the model, from those of the browser. */
	readonly tools: (conversation: Conversation, own: ToolSet) => ToolSet;
}

export const arms: Readonly<Record<ArmName, Arm>> = {
	/** No list: what the person wants is said in the chat. */
	none: { hasList: false, section: () => "", tools: (_, own) => own },
	/** A list with a tool of its own. */
	tool: {
		hasList: true,
		section: (conversation) => conversation.prompt(),
		tools: (conversation, own) => ({ ...own, ...todoTools(conversation) }),
	},
	/** A list without a tool: the model plans in the calls of the browser's tools. */
	plan: {
		hasList: true,
		section: () => planSection(),
		tools: (conversation, own) => planTools(conversation, own),
	},
};
