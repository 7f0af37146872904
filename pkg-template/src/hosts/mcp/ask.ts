// The questions of a server to the person, through the client (elicitation): whether a todo is done that the model
// says is done, and, if the host wants it, whether the plan is approved. A call then takes two rounds: the first
// carries it out and asks, the second only carries out the answers. So a server keeps nothing between two requests.

import type {
	CallToolResult,
	ClientCapabilities,
	InputRequiredResult,
	ServerContext,
} from "@modelcontextprotocol/server";
import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { Outcome, TodoStore } from "../../../generated/agent_todos_bg.js";
import {
	CoreConversation,
	withNotes,
} from "../../../generated/agent_todos_bg.js";
import {
	answer,
	type Question,
	questions,
	type ShownList,
} from "../plan/questions.js";
import type { ServedList } from "./list.js";

/** What a tool's call led to. */
export interface Called {
	readonly outcome: Outcome;
	/** The questions that it raised. */
	readonly asked: readonly Question[];
}

/** How the calls of a server are answered. */
export interface Answering {
	/** Whether the list follows the answer to a change. */
	readonly reminders: boolean;
	/** What the client of a request can do. */
	readonly capabilities: (
		context: ServerContext,
	) => ClientCapabilities | undefined;
}

/** Calls a tool, and returns the questions that the call raised. */
export function calledWith(
	store: TodoStore,
	approval: boolean,
	call: () => Outcome,
): Called {
	const before = shownBy(store);
	const known = questions(before, approval);
	const outcome = call();
	const now = shownBy(store);
	const isNew = ({ key }: Question) =>
		!known.some((question) => question.key === key) ||
		!store.isAsShown(before.revision, key);
	return { outcome, asked: questions(now, approval).filter(isNew) };
}

const shownBy = (store: TodoStore): ShownList => ({
	revision: store.revision,
	todos: store.getAll(),
});

/** Returns the answer to one request: the outcome, or what the client has to ask the person first. */
export async function answered(
	list: ServedList,
	{ reminders, capabilities }: Answering,
	context: ServerContext,
	call: () => Promise<Called>,
): Promise<CallToolResult | InputRequiredResult> {
	const { mcpReq } = context;
	const responses = mcpReq.inputResponses;
	const result = (text: string, reminder: string | undefined, ok = true) => ({
		content: (reminders && reminder !== undefined
			? [text, reminder]
			: [text]
		).map((text) => ({ type: "text" as const, text })),
		isError: !ok,
	});
	if (responses !== undefined) {
		const { notes, reminder } = await list.use((store) =>
			settled(store, responses),
		);
		// The client sends the text of the first round back.
		const text = mcpReq.requestState<string>() ?? "";
		return result(withNotes(text, notes), reminder);
	}
	const { outcome, asked } = await call();
	if (asked.length === 0 || !canAsk(capabilities(context)))
		return result(outcome.text, outcome.reminder, outcome.ok);
	return inputRequired({
		inputRequests: Object.fromEntries(
			asked.map(({ id, message, schema }) => [
				id,
				inputRequired.elicit({ message, requestedSchema: schema as never }),
			]),
		),
		requestState: outcome.text,
	});
}

/** Whether a client shows forms to its user. A client of an earlier protocol only says that it asks. */
function canAsk(capabilities: ClientCapabilities | undefined): boolean {
	const elicitation = capabilities?.elicitation;
	return (
		elicitation !== undefined &&
		(elicitation.form !== undefined || elicitation.url === undefined)
	);
}

/**
 * Carries out the person's answers, and returns what the model reads about them. A question that was declined or
 * dismissed stays open.
 */
function settled(store: TodoStore, responses: Record<string, unknown>) {
	const person = store.as("user");
	const conversation = new CoreConversation(store);
	try {
		const notes = Object.keys(responses).flatMap((id) => {
			const response = inputResponse(responses, id);
			const done =
				response.kind === "elicit" && response.action === "accept"
					? answer(person, id, response.content)
					: undefined;
			if (done === undefined) return [];
			const { question, isYes, reason } = done;
			if (question.key !== undefined)
				return conversation.verdicts([question.key]);
			if (isYes) return ["the user approved the plan"];
			return [
				`the user did not approve the plan${reason === undefined ? "" : `: ${reason}`}`,
			];
		});
		return { notes, reminder: store.systemReminder() };
	} finally {
		conversation.free();
		person.free();
	}
}
