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
	planVerdict,
} from "../../../generated/agent_todos_bg.js";
import {
	carryOutAnswer,
	listQuestions,
	type Question,
} from "../plan/questions.js";
import type { ServedList } from "./list.js";

/** What a tool's call led to. */
export interface Called {
	readonly outcome: Outcome;
	/** The questions that it raised. */
	readonly asked: readonly Question[];
	/** What the answer is written from again, when the person has answered. */
	readonly claims: string;
}

/** How the calls of a server are answered. */
export interface Answering {
	/** The place of the dialect, by which the core names it. */
	readonly dialect: number;
	/** Whether the model has the tool `ask_user`. */
	readonly ask: boolean;
	/** Whether the person is to approve plans. */
	readonly approval: boolean;
	/** Whether the list follows the answer to a change. */
	readonly reminders: boolean;
	/** What the client of a request can do. */
	readonly capabilities: (
		context: ServerContext,
	) => ClientCapabilities | undefined;
}

/** Calls a tool, and returns the questions that the call raised. */
function callTool(
	store: TodoStore,
	{ dialect, ask, approval }: Answering,
	tool: string,
	args: unknown,
	asks: boolean,
): Called {
	const before = store.revision;
	const known = listQuestions(store, approval);
	const isNew = ({ key }: Question) =>
		!known.some((question) => question.key === key) ||
		!store.isAsShown(before, key);
	using conversation = CoreConversation.alwaysTold(store, dialect, ask, asks);
	const outcome = conversation.callTool(tool, args);
	if (outcome.changed) outcome.reminder = store.systemReminder();
	const claims = conversation.takeClaims();
	const asked = asks ? listQuestions(store, approval).filter(isNew) : [];
	if (asks && asked.length === 0) {
		// The person was asked before.
		const verdicts = conversation.verdicts(conversation.claimedKeys(claims));
		outcome.text = conversation.answerAgain(claims, outcome.text, verdicts);
		outcome.notes = [...outcome.notes, ...verdicts];
	}
	return { outcome, asked, claims };
}

/** Returns the answer to one request: the outcome, or what the client has to ask the person first. */
export async function answerRequest(
	list: ServedList,
	answering: Answering,
	context: ServerContext,
	tool: string,
	args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
	const { reminders, capabilities } = answering;
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
		const state = readState(mcpReq.requestState());
		const outcome = await list.use(
			(store) => settleAnswers(store, answering, responses, state),
			(outcome) => outcome,
		);
		return result(outcome.text, outcome.reminder);
	}
	const asks = canAsk(capabilities(context));
	const { outcome, asked, claims } = await list.use(
		(store) => callTool(store, answering, tool, args, asks),
		({ outcome }) => outcome,
	);
	if (asked.length === 0)
		return result(outcome.text, outcome.reminder, outcome.ok);
	const state: State = { text: outcome.text, claims };
	return inputRequired({
		inputRequests: Object.fromEntries(
			asked.map(({ id, message, schema }) => [
				id,
				inputRequired.elicit({ message, requestedSchema: schema as never }),
			]),
		),
		requestState: JSON.stringify(state),
	});
}

/** What the client sends back with the answers. It may have changed it, so it only decides how the answer is worded. */
interface State {
	/** The answer to the call before anybody was asked. */
	readonly text: string;
	/** What it was written from. */
	readonly claims: string;
}

function readState(sent: unknown): State {
	try {
		const { text = "", claims = "" } = JSON.parse(String(sent)) as State;
		return { text: String(text), claims: String(claims) };
	} catch {
		return { text: "", claims: "" };
	}
}

/** Returns whether a client shows forms to its user. A client of an earlier protocol only says that it asks. */
function canAsk(capabilities: ClientCapabilities | undefined): boolean {
	const elicitation = capabilities?.elicitation;
	return (
		elicitation !== undefined &&
		(elicitation.form !== undefined || elicitation.url === undefined)
	);
}

/**
 * Carries out the person's answers, and returns what the model reads of its call. A question that was declined or dismissed
 * stays open.
 */
function settleAnswers(
	store: TodoStore,
	{ dialect, ask }: Answering,
	responses: Record<string, unknown>,
	state: State,
): Outcome {
	const before = store.revision;
	const person = store.as("user");
	try {
		const approvals = Object.keys(responses).flatMap((id) => {
			const response = inputResponse(responses, id);
			const done =
				response.kind === "elicit" && response.action === "accept"
					? carryOutAnswer(person, id, response.content)
					: undefined;
			if (done?.question.about !== "approved") return [];
			const { isYes, reason = "" } = done;
			return [planVerdict(isYes, reason)];
		});
		using conversation = CoreConversation.alwaysTold(store, dialect, ask, true);
		const claimed = conversation.claimedKeys(state.claims);
		const notes = [...conversation.verdicts(claimed), ...approvals];
		return {
			ok: true,
			text: conversation.answerAgain(state.claims, state.text, notes),
			notes,
			revision: store.revision,
			changed: store.revision !== before,
			reminder: store.systemReminder(),
		};
	} finally {
		person.free();
	}
}
