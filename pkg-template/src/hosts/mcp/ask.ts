// The questions of a server to the person, through the client (elicitation): whether a todo is done
// that the model says is done, and, if the host wants it, whether the agent may change what the
// person decided, and whether the plan is approved. A call then
// takes two rounds: the first carries it out and asks, the second only carries out the answers. So
// a server keeps nothing between two requests.

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
import { internalsOf } from "../../tools/store-internals.js";
import {
	carryOutAnswer,
	listQuestions,
	type Question,
	type QuestionOptions,
	readKey,
} from "../questions.js";
import type { ServedList } from "./list.js";

/** What a tool's call led to. */
interface Called {
	readonly outcome: Outcome;
	/** The questions that it raised, for a client that can ask them. */
	readonly asked: readonly Question[];
	/** What the model reads of a question that the client cannot ask. */
	readonly unasked: string | undefined;
}

/** How the calls of a server are answered. */
export interface Answering {
	/** The place of the dialect, by which the core names it. */
	readonly dialect: number;
	/** Whether the model has the tool `ask_user`. */
	readonly ask: boolean;
	/** What else the person is asked. */
	readonly also: QuestionOptions;
	/** Whether the list follows the answer to a change. */
	readonly showsList: boolean;
	/** What the client of a request can do. */
	readonly capabilities: (
		context: ServerContext,
	) => ClientCapabilities | undefined;
}

/** Calls a tool, and returns the questions that the call raised. */
function callTool(
	store: TodoStore,
	{ dialect, ask, also }: Answering,
	tool: string,
	args: unknown,
	asks: boolean,
): Called {
	const before = store.revision;
	const known = listQuestions(store, also);
	const isNew = ({ key, aspect }: Question) =>
		!known.some((it) => it.key === key && it.aspect === aspect) ||
		!internalsOf(store).isAsShown(before, key);
	using conversation = CoreConversation.alwaysTold(store, dialect, ask);
	const call = conversation.beginCall(tool, args);
	const raised = listQuestions(store, also).filter(isNew);
	const asked = asks ? raised : [];
	const keys = asked.map(({ key }) => key);
	// What the person is asked now, they may settle before the model reads the answer.
	const waiting = call.claims().filter((key) => !keys.includes(key));
	const isAsked = asked.length > 0;
	const { outcome } = conversation.answer(call, isAsked ? waiting : undefined);
	if (outcome.changed) outcome.reminder = conversation.listReminder();
	const isPlanUnasked = !asks && raised.some(({ id }) => isAboutPlan(id));
	const unasked = isPlanUnasked ? conversation.planWaits() : undefined;
	return { outcome, asked, unasked };
}

const isAboutPlan = (id: string) => id.startsWith("approved@");

/**
 * Returns the answer to one request: the outcome, or what the client has to ask the person first.
 */
export async function answerRequest(
	list: ServedList,
	answering: Answering,
	context: ServerContext,
	tool: string,
	args: unknown,
): Promise<CallToolResult | InputRequiredResult> {
	const { showsList, capabilities } = answering;
	const { mcpReq } = context;
	const responses = mcpReq.inputResponses;
	const result = (
		texts: readonly string[],
		reminder: string | undefined,
		ok = true,
	) => ({
		content: [...texts, ...(showsList ? [reminder ?? []].flat() : [])].map(
			(text) => ({ type: "text" as const, text }),
		),
		isError: !ok,
	});
	if (responses !== undefined) {
		const { text, reminder } = await list.use(
			(store) => settleAnswers(store, answering, responses),
			(outcome) => outcome,
		);
		const before = String(mcpReq.requestState() ?? "");
		return result([before, text].filter(Boolean), reminder);
	}
	const asks = canAsk(capabilities(context));
	const { outcome, asked, unasked } = await list.use(
		(store) => callTool(store, answering, tool, args, asks),
		({ outcome }) => outcome,
	);
	if (asked.length === 0)
		return result(
			[outcome.text, unasked ?? []].flat(),
			outcome.reminder,
			outcome.ok,
		);
	return inputRequired({
		inputRequests: Object.fromEntries(
			asked.map(({ id, message, schema }) => [
				id,
				inputRequired.elicit({ message, requestedSchema: schema as never }),
			]),
		),
		// The client may change it, so it is only the first part of the answer.
		requestState: outcome.text,
	});
}

/**
 * Returns whether a client shows forms to its user. A client of an earlier protocol only says that
 * it asks.
 */
function canAsk(capabilities: ClientCapabilities | undefined): boolean {
	const elicitation = capabilities?.elicitation;
	return (
		elicitation !== undefined &&
		(elicitation.form !== undefined || elicitation.url === undefined)
	);
}

/**
 * Carries out the person's answers, and returns what the model reads of them. A question that was
 * declined or dismissed stays open.
 */
function settleAnswers(
	store: TodoStore,
	{ dialect, ask }: Answering,
	responses: Record<string, unknown>,
): Outcome {
	const before = store.revision;
	const person = store.as("user");
	try {
		const ids = Object.keys(responses);
		const answers = new Map(
			ids.map((id) => {
				const response = inputResponse(responses, id);
				return [
					id,
					response.kind === "elicit" && response.action === "accept"
						? carryOutAnswer(person, id, response.content)
						: undefined,
				];
			}),
		);
		using conversation = CoreConversation.alwaysTold(store, dialect, ask);
		const decisions = [...answers].flatMap(([id, answer]) => {
			if (answer === undefined)
				return isAboutPlan(id) ? (conversation.planWaits() ?? []) : [];
			const { question, isYes, reason = "" } = answer;
			if (question.about === "let" && isYes)
				return "The user lets you: it is done as you asked";
			return question.about === "approved"
				? planVerdict(store, isYes, reason)
				: [];
		});
		const listKeys = (about: Question["about"]) =>
			ids.flatMap((id) => readKey(id, about) ?? []);
		const replies = conversation.replyLater(
			listKeys("confirmed"),
			listKeys("answer"),
		);
		const notes = [...replies, ...decisions];
		return {
			ok: true,
			text: notes.join("\n"),
			notes,
			revision: store.revision,
			changed: store.revision !== before,
			reminder: conversation.listReminder(),
		};
	} finally {
		person.free();
	}
}
