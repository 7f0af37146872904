// ACP, the Agent Client Protocol, version 1: the list as a plan, which is always whole. A client that has the capability `plan`
// knows several plans by their ids, takes them as entries or as Markdown, and removes them. Every other has one plan.

import type { Priority } from "../../generated/agent_todos_bg.js";
import { checkObject, refuse } from "../check.js";
import { checkedText, checkedTodos, type Todos } from "./todos.js";

/** One entry of a plan. ACP has no status for a skipped todo, which is completed there, and none for a blocked one. */
export interface AcpPlanEntry {
	/** The text of the todo. */
	content: string;
	/** The priority of the todo. Default `"medium"`. */
	priority: Priority;
	/** The status of the todo. */
	status: "pending" | "in_progress" | "completed";
}

/** A plan in the form that the client takes: the `update` of a `session/update`. */
export type AcpPlan =
	| { sessionUpdate: "plan"; entries: AcpPlanEntry[] }
	| {
			sessionUpdate: "plan_update";
			plan:
				| { type: "items"; planId: string; entries: AcpPlanEntry[] }
				| { type: "markdown"; planId: string; content: string };
	  }
	| { sessionUpdate: "plan_removed"; planId: string };

/** What the client can do with plans, and how the list is sent to it. */
export interface AcpPlanOptions {
	/** The `clientCapabilities` of the request `initialize`. Without its `plan`, the client gets the one plan. */
	readonly capabilities?:
		| {
				/** There if the client knows plans with an id. */
				readonly plan?: object | null | undefined;
		  }
		| null
		| undefined;
	/** The id of the plan: the same for all updates of one list. Default `"todos"`. */
	readonly planId?: string | undefined;
	/** Whether a client with the capability gets entries or Markdown, which also says what was skipped and why. Default `"items"`. */
	readonly format?: "items" | "markdown" | undefined;
}

/**
 * Returns the whole plan to send to the client after a change. Returns undefined if the client would see no difference,
 * for example if only a description changed. Pass undefined as `before` the first time.
 *
 * Throws `invalid_argument` if an argument is not a list of todos or an option is ill-typed.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 * import { type AcpPlan, type AcpPlanEntry, acpPlan, type AcpPlanOptions } from "agent-todos/plan";
 *
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * const update: AcpPlan | undefined = acpPlan(undefined, store.getAll());
 * const entry: AcpPlanEntry | undefined = update?.sessionUpdate === "plan" ? update.entries[0] : undefined;
 * console.log(entry); // → { content: 'Find a kettle', priority: 'medium', status: 'pending' }
 *
 * const options: AcpPlanOptions = { capabilities: { plan: {} }, planId: "errands", format: "markdown" };
 * console.log(acpPlan(undefined, store.getAll(), options)?.sessionUpdate); // → plan_update
 * ```
 */
export function acpPlan(
	before: Todos | undefined,
	after: Todos,
	options: AcpPlanOptions = {},
): AcpPlan | undefined {
	const write = writer(options, "acpPlan()");
	const update = write(checkedTodos(after, "acpPlan(): after"));
	if (before === undefined) return update;
	const last = write(checkedTodos(before, "acpPlan(): before"));
	return JSON.stringify(last) === JSON.stringify(update) ? undefined : update;
}

/**
 * Returns the update that takes the plan off the client's display, for example when the list is no longer shown. Pass the
 * options of `acpPlan`.
 *
 * Throws `invalid_argument` if an option is ill-typed.
 *
 * @example
 * ```ts
 * import { acpPlanRemoved } from "agent-todos/plan";
 *
 * console.log(acpPlanRemoved({ capabilities: { plan: {} }, planId: "errands" }));
 * // → { sessionUpdate: 'plan_removed', planId: 'errands' }
 * ```
 */
export function acpPlanRemoved(options: AcpPlanOptions = {}): AcpPlan {
	const update = writer(options, "acpPlanRemoved()")([]);
	return update.sessionUpdate === "plan_update"
		? { sessionUpdate: "plan_removed", planId: update.plan.planId }
		: update;
}

/** How a list is written for this client. */
function writer(options: AcpPlanOptions, what: string) {
	checkObject(options, `${what}: options`);
	const { capabilities, planId = "todos", format = "items" } = options;
	checkedText(planId, `${what}: planId`);
	if (format !== "items" && format !== "markdown")
		refuse(`${what}: format`, '"items" or "markdown"');
	if (capabilities != null) checkObject(capabilities, `${what}: capabilities`);
	const isKnown = (capabilities?.plan ?? null) !== null;
	return (todos: Todos): AcpPlan => {
		if (!isKnown) return { sessionUpdate: "plan", entries: entries(todos) };
		return {
			sessionUpdate: "plan_update",
			plan:
				format === "items"
					? { type: format, planId, entries: entries(todos) }
					: { type: format, planId, content: markdown(todos) },
		};
	};
}

const words = {
	todo: "pending",
	doing: "in_progress",
	done: "completed",
	skipped: "completed",
} as const;

const entries = (todos: Todos): AcpPlanEntry[] =>
	todos.map(({ content, priority = "medium", status }) => ({
		content,
		priority,
		status: words[status],
	}));

function markdown(todos: Todos): string {
	const lines = todos.map(({ content, status, reason }) => {
		const text = plain(content);
		if (status === "doing") return `- [ ] ${text} *(in progress)*\n`;
		if (status === "skipped")
			return `- [x] ~~${text}~~ *(skipped${reason === undefined ? "" : `: ${plain(reason)}`})*\n`;
		return `- [${status === "done" ? "x" : " "}] ${text}\n`;
	});
	return lines.join("");
}

/** A text of which Markdown makes nothing: it stays in its line, and no link, picture or HTML comes of it. */
const plain = (text: string) =>
	text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#|!~&]/g, "\\$&");
