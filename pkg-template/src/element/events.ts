// The events of `<agent-todos>`, and what their details are.

import type { Todo } from "../../generated/agent_todos_bg.js";

/** What a person approves by "Approve and start" or "Allow": the detail of the event `approve`. */
export interface PlanApproval {
	/** The revision that the person saw, for `approve()`. */
	readonly revision: number;
	/**
	 * The sites where the agent may act from then on: those that were approved before, and the
	 * proposed ones that the person did not take out.
	 */
	readonly sites: readonly string[];
	/** Empty if an agent at work asks for sites alone: no todo is approved with them. */
	readonly refs?: readonly [];
}

/** What a person wants different about a plan: the detail of the event `reject`. */
export interface PlanChanges {
	/** In the person's words. Reading it takes it: the element then closes its form. */
	readonly changes: string;
}

/** How much waits for the person: the detail of the event `waiting-change`. */
export interface WaitingChange {
	/** How many todos wait for the user. */
	readonly waiting: number;
}

/** Which todo a person opens: the detail of the event `open`. */
export interface TodoOpen {
	/** The todo, with its `data`. */
	readonly todo: Readonly<Todo>;
}

/** The events of `<agent-todos>`, by their names. */
export interface AgentTodosEventMap {
	/** A person approves the plan, or sites. */
	approve: CustomEvent<PlanApproval>;
	/** A person asks for changes of the plan. */
	reject: CustomEvent<PlanChanges>;
	/** A person stops the agent. */
	abort: CustomEvent<null>;
	/** A person wants what is in progress to continue. */
	resume: CustomEvent<null>;
	/** A person opens a todo that has data. */
	open: CustomEvent<TodoOpen>;
	/** Another number of todos waits for the user. */
	"waiting-change": CustomEvent<WaitingChange>;
}
