// The reminders among the messages of a request, which are no messages of the graph's state.

import type { BaseMessage } from "@langchain/core/messages";
import type { Conversation } from "../../tools/conversation.js";

/** What a message says. LangChain's own fields differ before and after it is stored. */
interface View {
	readonly role: string;
	readonly content: unknown;
	readonly tool_calls?: readonly { readonly id?: string }[];
	readonly tool_call_id?: unknown;
}

/** Returns the messages of a request with the reminders. */
export function addReminders(
	conversation: Conversation,
	sent: readonly BaseMessage[],
	makeMessage: (text: string) => BaseMessage,
): BaseMessage[] {
	const messageOf = new Map(
		sent.map((message) => [describe(message), message]),
	);
	return conversation
		.remind<View>([...messageOf.keys()], (content) => ({
			role: "user",
			content,
		}))
		.map((view) => messageOf.get(view) ?? makeMessage(String(view.content)));
}

/** Returns messages as `addReminders` has shown them to the conversation. */
export const describeAll = (messages: readonly BaseMessage[]): View[] =>
	messages.map(describe);

function describe(message: BaseMessage): View {
	const { content, tool_calls, tool_call_id } = message as BaseMessage & View;
	const type = message.getType();
	return {
		role: type === "human" ? "user" : type,
		content,
		...(tool_calls !== undefined && { tool_calls }),
		...(tool_call_id !== undefined && { tool_call_id }),
	};
}
