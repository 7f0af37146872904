// The four ways that are compared: what the model has of the list in each.

import { type Conversation, reporting } from "agent-todos";
import type { PromptTool } from "agent-todos/prompt-api";
import { reportingTools } from "agent-todos/prompt-api";
import type { TurnTools } from "../agent/chat-model";

export type ArmName = "none" | "tool" | "plan" | "scribe";

interface Arm {
	readonly hasList: boolean;
	/** Whether a second model keeps the list. */
	readonly hasScribe: boolean;
	/** What the system prompt says of the list. */
	readonly section: (conversation: Conversation) => string;
	/** The tools of the model, from those of the browser. */
	readonly tools: (
		conversation: Conversation,
		own: readonly PromptTool[],
	) => TurnTools;
}

const byModel = (conversation: Conversation) =>
	reporting(conversation, { planner: "model" });

export const arms: Readonly<Record<ArmName, Arm>> = {
	/** No list: what the person wants is said in the chat. */
	none: {
		hasList: false,
		hasScribe: false,
		section: () => "",
		tools: (_, own) => ({ tools: own, listTools: [] }),
	},
	/** A list with a tool of its own. */
	tool: {
		hasList: true,
		hasScribe: false,
		section: (conversation) => conversation.prompt(),
		tools: (conversation, own) => ({
			tools: own,
			listTools: conversation.tools.map(({ name }) => name),
		}),
	},
	/** A list without a tool: the model plans in the calls of the browser's tools. */
	plan: {
		hasList: true,
		hasScribe: false,
		section: (conversation) => byModel(conversation).prompt,
		tools: (conversation, own) => ({
			tools: reportingTools(byModel(conversation), own),
			listTools: [],
		}),
	},
	/** A list that a second model keeps: the first hears of it only what a person changes. */
	scribe: {
		hasList: true,
		hasScribe: true,
		section: () => "",
		tools: (_, own) => ({ tools: own, listTools: [] }),
	},
};
