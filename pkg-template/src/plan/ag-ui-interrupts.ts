// AG-UI 1.0: what a run waits for a person to say, as interrupts of `RUN_FINISHED`, and the answers in `resume` of the next run.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import {
	checkMethods,
	checkOptionalBoolean,
	checkOptions,
	refuse,
} from "../check.js";
import { answer, questions } from "./questions.js";
import { checkedTodos, type Todos } from "./todos.js";

/** An interrupt of AG-UI: a question to a person. */
export interface TodoInterrupt {
	/** Identifies the question. The answer names it. */
	id: string;
	/** What the question is: whether a todo is done, or whether the plan is approved. */
	reason: "agent-todos:confirmed" | "agent-todos:approved";
	/** The question, with the text of the todo or of the plan. */
	message: string;
	/** The JSON Schema of the answer: `{ confirmed, reason? }` or `{ approved, reason? }`. */
	responseSchema: Record<string, unknown>;
}

/** The options of `todoInterrupts`. */
export interface TodoInterruptOptions {
	/** Whether the plan is to be approved. Default false: only claims are asked about. */
	readonly approval?: boolean | undefined;
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
export interface TodoInterruptAnswer {
	/** The id of the interrupt. */
	readonly id: string;
	/** Whether the person confirmed the todo or approved the plan. */
	readonly accepted: boolean;
	/** Why not, if the person said so. */
	readonly reason?: string;
}

/**
 * Returns what a person has to say before the run can go on, as the `interrupts` of the outcome of `RUN_FINISHED`: one for each todo
 * whose "done" waits to be confirmed, and with `approval` one for a plan that is not approved. It is empty if nothing waits.
 *
 * Throws `invalid_argument` if `todos` is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type TodoInterrupt, type TodoInterruptOptions, todoInterrupts } from "agent-todos/plan";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Pay"]);
 * const options: TodoInterruptOptions = { approval: true };
 * const [interrupt]: TodoInterrupt[] = todoInterrupts(store.getAll(), options);
 * console.log(interrupt?.reason, interrupt?.message); // → agent-todos:approved Do you approve this plan?
 * // → 1. Pay
 * ```
 */
export function todoInterrupts(
	todos: Todos,
	options: TodoInterruptOptions = {},
): TodoInterrupt[] {
	checkOptions(options, "todoInterrupts()", { approval: checkOptionalBoolean });
	const { approval = false } = options;
	return questions(
		checkedTodos(todos, "todoInterrupts(): todos"),
		approval,
	).map(({ id, about, message, schema }) => ({
		...{ id, reason: `agent-todos:${about}` as const, message },
		responseSchema: { ...schema },
	}));
}

/**
 * Carries out the answers that came with `resume`, as the person: confirms a todo or sends it back with the reason, approves
 * the plan.
 * Returns the answers that were carried out. What was cancelled, and what answers no open question of this list, is passed over.
 *
 * `person` is the handle of a person, `store.as("user")`. Throws `invalid_argument` if `person` is no such handle or `resume` is not an
 * array of entries.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { resumeTodos, todoInterrupts, type TodoInterruptAnswer, type TodoResumeEntry } from "agent-todos/plan";
 *
 * const store = new TodoStore({ confirmDone: true });
 * store.addMultiple(["Pay"]);
 * store.as("model").complete(1);
 * const [{ id } = { id: "" }] = todoInterrupts(store.getAll());
 * const entry: TodoResumeEntry = { interruptId: id, status: "resolved", payload: { confirmed: false, reason: "no receipt" } };
 * const answers: TodoInterruptAnswer[] = resumeTodos(store.as("user"), [entry]);
 * console.log(answers, store.getAll()[0]?.status);
 * // → [ { id: 'confirmed:t1', accepted: false, reason: 'no receipt' } ] todo
 * ```
 */
export function resumeTodos(
	person: TodoStore,
	resume: readonly TodoResumeEntry[] | undefined,
): TodoInterruptAnswer[] {
	const methods = ["getAll", "complete", "reopen", "approve"];
	checkMethods(person, "resumeTodos(): person", ...methods);
	if (resume === undefined) return [];
	if (!Array.isArray(resume)) refuse("resumeTodos(): resume", "an array");
	const answers: TodoInterruptAnswer[] = [];
	for (const entry of resume) {
		const { interruptId, status, payload } = Object(entry) as TodoResumeEntry;
		const answered =
			status === "resolved" && answer(person, interruptId, payload);
		if (!answered) continue;
		const { isYes: accepted, reason } = answered;
		const id = interruptId;
		answers.push({ id, accepted, ...(reason !== undefined && { reason }) });
	}
	return answers;
}
