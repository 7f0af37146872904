// The list as a plan of ACP, the Agent Client Protocol, which is always whole.
// Version 1 has one plan in a session, version 2 plans with an id, and a status for what was given
// up.

import type { Priority, Todo } from "../../../generated/agent_todos_bg.js";
import { readOptions } from "../../arguments/check.js";
import { type Expectation, expectText } from "../../arguments/options.js";
import { isEqual } from "../../arguments/values.js";
import { checkTodos } from "../todos.js";

/** One entry of a plan. */
export interface AcpPlanEntry<Version extends 1 | 2 = 1> {
	/**
	 * The text of the todo. A plan is flat, so `└─` stands before the text of one that is under
	 * another.
	 */
	content: string;
	/** The priority of the todo. Default `"medium"`. */
	priority: Priority;
	/** The status of the todo. Version 1 has none for a skipped todo, which is completed there. */
	status:
		| "pending"
		| "in_progress"
		| "completed"
		| (Version extends 1 ? never : "cancelled");
}

/** A plan: the `update` of a `session/update`. */
export type AcpPlan<Version extends 1 | 2 = 1> = Version extends 1
	? { sessionUpdate: "plan"; entries: AcpPlanEntry[] }
	: {
			sessionUpdate: "plan_update";
			plan: { type: "items"; planId: string; entries: AcpPlanEntry<2>[] };
		};

/** The options of `acpPlan`. */
export interface AcpPlanOptions<Version extends 1 | 2 = 1 | 2> {
	/** The version that agent and client agreed on in `initialize`. Default 1. */
	readonly protocolVersion?: Version | undefined;
	/** For version 2, the id of the plan: the same for all updates of one list. Default `"todos"`. */
	readonly planId?: string | undefined;
}

/**
 * Returns the whole plan to send to the client after a change. Returns undefined if the client
 * would see no difference, for example if only a description changed. Pass undefined as `before`
 * the first time. An empty list takes the plan off the client's display.
 *
 * Throws `invalid_argument` if an argument is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AcpPlan, type AcpPlanEntry, acpPlan, type AcpPlanOptions } from "agent-todos/protocols";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const update: AcpPlan | undefined = acpPlan(undefined, store.getAll());
 * const entry: AcpPlanEntry | undefined = update?.entries[0];
 * console.log(entry); // → { content: 'Find a kettle', priority: 'medium', status: 'pending' }
 *
 * const options: AcpPlanOptions<2> = { protocolVersion: 2, planId: "errands" };
 * console.log(acpPlan(undefined, store.getAll(), options)?.sessionUpdate); // → plan_update
 * ```
 */
export function acpPlan<Version extends 1 | 2 = 1>(
	before: readonly Todo[] | undefined,
	after: readonly Todo[],
	options: AcpPlanOptions<Version> = {},
): AcpPlan<Version> | undefined {
	const { protocolVersion, planId } = readOptions(
		options as AcpPlanOptions,
		"acpPlan()",
		{ protocolVersion: [expectVersion, 1], planId: [expectText, "todos"] },
	);
	const skipped = protocolVersion === 1 ? "completed" : "cancelled";
	const entries = listEntries(checkTodos(after, "acpPlan(): after"), skipped);
	if (before !== undefined) {
		const last = listEntries(checkTodos(before, "acpPlan(): before"), skipped);
		if (isEqual(last, entries)) return undefined;
	}
	const plan =
		protocolVersion === 1
			? { sessionUpdate: "plan", entries }
			: {
					sessionUpdate: "plan_update",
					plan: { type: "items", planId, entries },
				};
	return plan as AcpPlan<Version>;
}

const expectVersion: Expectation = (value) =>
	value !== 1 && value !== 2 && "1 or 2";

function listEntries(
	todos: readonly Todo[],
	skipped: AcpPlanEntry<2>["status"],
): AcpPlanEntry<2>[] {
	const words = {
		todo: "pending",
		doing: "in_progress",
		done: "completed",
		skipped,
	} as const;
	const levels = new Map<string, number>();
	const write = ({ key, content, parent }: Todo): string => {
		const above = parent === undefined ? undefined : levels.get(parent);
		const level = above === undefined ? 0 : above + 1;
		levels.set(key, level);
		return level === 0 ? content : `${"  ".repeat(level - 1)}└─ ${content}`;
	};
	return todos.map((todo) => ({
		content: write(todo),
		priority: todo.priority ?? "medium",
		status: words[todo.status],
	}));
}
