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

/**
 * Returns the messages of a request with the reminders. Where each one stands is found in the
 * messages of the state, as middlewares further out may send fewer or other ones. Calls that they
 * leave out count as cut, as the model does not read what it wrote there.
 */
export function addReminders(
	conversation: Conversation,
	stored: readonly BaseMessage[],
	sent: readonly BaseMessage[],
	makeMessage: (text: string) => BaseMessage,
): BaseMessage[] {
	const messageOf = new Map<View, BaseMessage>();
	const calls = sent.flatMap((message) => describe(message).tool_calls ?? []);
	const sentCalls = new Set(calls.map(({ id }) => id));
	const views = stored.map((message) => {
		const view = describe(message);
		messageOf.set(view, message);
		return view;
	});
	const reminded = conversation._remind<View>(
		views,
		(content) => ({ role: "user", content }),
		(id) => sentCalls.has(id),
	);
	// Each reminder is read after the message of the state before it. One whose message is not sent
	// is read before the next one, or at the end, so that the model reads them in their order.
	const messages: BaseMessage[] = [];
	let next = 0;
	const addUntil = (end: number) => {
		for (const view of reminded.slice(next, end))
			if (!messageOf.has(view))
				messages.push(makeMessage(String(view.content)));
		next = Math.max(next, end);
	};
	/** How much the model has read after the message with an id. */
	const read = new Map<string | undefined, number>();
	let id: string | undefined;
	for (const [place, view] of reminded.entries()) {
		id = messageOf.has(view) ? messageOf.get(view)?.id : id;
		read.set(id, place + 1);
	}
	const first = reminded[0];
	if (first !== undefined && !messageOf.has(first))
		addUntil(read.get(undefined) ?? 0);
	for (const message of sent) {
		messages.push(message);
		if (message.id !== undefined) addUntil(read.get(message.id) ?? 0);
	}
	addUntil(reminded.length);
	return messages;
}

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
