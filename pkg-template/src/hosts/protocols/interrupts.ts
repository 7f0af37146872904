// AG-UI 1.0: what a run waits for a person to say, as interrupts of `RUN_FINISHED`, and the answers
// in `resume` of the next run.

import type { TodoStore } from "../../../generated/agent_todos_bg.js";
import { checkMethods, readOptions, refuse } from "../../arguments/check.js";
import { expectBoolean } from "../../arguments/options.js";
import {
	type AnswerSchema,
	carryOutAnswer,
	listQuestions,
} from "../questions.js";

/** An interrupt of AG-UI: a question to a person. */
export interface TodoInterrupt {
	/** Names what the question is about, and the revision that it shows. The answer names it. */
	id: string;
	/**
	 * What the question is: what a todo waits for, whether a todo is done, whether the agent may
	 * change what the person decided, or whether the plan is approved.
	 */
	reason:
		| "agent-todos:answer"
		| "agent-todos:confirmed"
		| "agent-todos:let"
		| "agent-todos:approved";
	/** The question, with the text of the todo or of the plan. */
	message: string;
	/**
	 * The JSON Schema of the answer: `{ answer }`, `{ confirmed, reason? }`, `{ let }` or
	 * `{ approved, reason? }`. The options of a question are the `enum` of `answer`, and `other` is
	 * any other answer.
	 */
	responseSchema: AnswerSchema;
}

/** The options of `todoInterrupts`. */
export interface TodoInterruptOptions {
	/** Whether the plan is to be approved. Default false: only what waits is asked about. */
	readonly approval?: boolean | undefined;
	/**
	 * Whether a person is asked to let the agent, where a model's write was denied what they decided.
	 * Default false. If they do not, they are asked again only after another such write.
	 */
	readonly held?: boolean | undefined;
}

/** An answer to an interrupt: an entry of `RunAgentInput.resume`. */
export interface TodoResumeEntry {
	/** The id of the interrupt. */
	readonly interruptId: string;
	/** Whether it was answered. What was abandoned stays as it is. */
	readonly status: "resolved" | "cancelled";
	/** The answer. */
	readonly payload?: unknown;
}

/** An answer that was carried out. */
export type TodoInterruptAnswer = {
	/** The id of the interrupt. */
	readonly id: string;
	/** Whether the person answered, confirmed the todo, let the agent or approved the plan. */
	readonly accepted: boolean;
	/** What the person answered to what a todo waits for. */
	readonly answer?: string;
	/** Why not, if the person said so. */
	readonly reason?: string;
};

/**
 * Returns what a person has to say before the run can go on, as the `interrupts` of the outcome of
 * `RUN_FINISHED`: one for each todo that waits for a person, or whose "done" waits to be confirmed,
 * with `held` one for each decision of a person that a model asked to change, and with `approval`
 * one for a plan that is not approved, or for proposed sites. It is empty if nothing waits.
 *
 * Throws `invalid_argument` if `store` is not a `TodoStore` or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type TodoInterrupt, todoInterrupts } from "agent-todos/protocols";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Pay"]);
 * const options = { approval: true };
 * const [interrupt]: TodoInterrupt[] = todoInterrupts(store, options);
 * console.log(interrupt?.reason, interrupt?.message); // → agent-todos:approved Do you approve this plan?
 * // → 1. Pay
 * ```
 */
export function todoInterrupts(
	store: TodoStore,
	options: TodoInterruptOptions = {},
): TodoInterrupt[] {
	checkMethods(store, "todoInterrupts(): store", "questions");
	const asked = readOptions(options, "todoInterrupts()", {
		approval: [expectBoolean, false],
		held: [expectBoolean, false],
	});
	return listQuestions(store, asked).map(({ id, about, message, schema }) => ({
		id,
		reason: `agent-todos:${about}` as const,
		message,
		responseSchema: schema,
	}));
}

/**
 * Carries out the answers that came with `resume`, as the person: ends the wait of a todo with the
 * answer, confirms a todo or sends it back with the reason, lets the agent or not, approves the
 * plan with the sites that its question names. Returns the answers that were carried out. What was
 * cancelled, what answers no open question of this list, and what is about a question, a claim or a
 * plan that anybody but a person has changed since it was shown, is ignored. So is an answer that
 * does not fit its schema, but for its `enum`: a person may answer in words of their own, which
 * `answer` may have as well as `other`.
 *
 * `person` is the handle of a person, `store.as("user")`. Throws `invalid_argument` if `person` is
 * no such handle or `resume` is not an array of entries.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { resumeTodos, todoInterrupts, type TodoResumeEntry } from "agent-todos/protocols";
 *
 * const store = new TodoStore({ confirmDone: true });
 * store.addMultiple(["Pay"]);
 * store.as("model").complete(1);
 * const [{ id } = { id: "" }] = todoInterrupts(store);
 * const entry: TodoResumeEntry = { interruptId: id, status: "resolved", payload: { confirmed: false, reason: "no receipt" } };
 * const answers = resumeTodos(store.as("user"), [entry]);
 * console.log(answers, store.getAll()[0]?.status);
 * // → [ { id: 'confirmed:t1@2', accepted: false, reason: 'no receipt' } ] todo
 * ```
 */
export function resumeTodos(
	person: TodoStore,
	resume: readonly TodoResumeEntry[] | undefined,
): TodoInterruptAnswer[] {
	const acts = ["complete", "reopen", "approve", "answer", "letAgent"];
	checkMethods(person, "resumeTodos(): person", "questions", ...acts);
	if (resume === undefined) return [];
	if (!Array.isArray(resume)) refuse("resumeTodos(): resume", "an array");
	const answers: TodoInterruptAnswer[] = [];
	for (const entry of resume) {
		const { interruptId, status, payload } = Object(entry) as TodoResumeEntry;
		const answered =
			status === "resolved" &&
			typeof interruptId === "string" &&
			carryOutAnswer(person, interruptId, payload);
		if (!answered) continue;
		const { question, isYes: accepted, text, reason } = answered;
		const { key, aspect } = question;
		if (key !== undefined && aspect !== undefined && !accepted)
			person.letAgent(key, aspect, false);
		answers.push({
			id: interruptId,
			accepted,
			...(text !== undefined && { answer: text }),
			...(reason !== undefined && { reason }),
		});
	}
	return answers;
}
