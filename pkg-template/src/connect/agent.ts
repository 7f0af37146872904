// The agent that works on a list: its conversation, its run, or a run with its conversation. An
// owner passes it on to its followers.

import type { PreviewTodo } from "../../generated/agent_todos_bg.js";
import { check } from "../arguments/check.js";
import { isObject } from "../arguments/options.js";
import type { RunEvent, RunResult } from "../run/options.js";

export type { RunEvent, RunResult };

/**
 * The agent that works on a list: a `Conversation`, what `runAgent` returns, or an object with the
 * members of either.
 */
export interface AgentLike {
	/** As `Conversation.toldRevision`: how much of the list the model knows. */
	readonly toldRevision?: number | undefined;
	/**
	 * As `Conversation.writing`: the list as it will be once the call is carried out that the model
	 * is writing.
	 */
	readonly writing?: readonly PreviewTodo[] | undefined;
	/**
	 * As `Conversation.subscribe`. Without it, set the agent again when `toldRevision` or `writing`
	 * changes.
	 */
	readonly subscribe?: ((listener: () => void) => () => void) | undefined;
	/** As `AgentRun.conversation`: the conversation of a run. */
	readonly conversation?: ConversationLike | undefined;
	/**
	 * Approves the plan and starts the run, for the button "Approve and start", with the `revision`
	 * that the person was shown. Not called if the plan could not be approved.
	 */
	readonly approve?:
		| ((shown: { readonly revision: number }) => unknown)
		| undefined;
	/**
	 * Sends the plan back, for "Ask for changes": what should be different, in the person's words. If
	 * it throws or rejects, the element shows the error and keeps the text.
	 */
	readonly reject?: ((changes: string) => unknown) | undefined;
	/** Stops the run, for the Stop button. An agent that has it is a run. */
	readonly abort?: (() => unknown) | undefined;
	/**
	 * As `AgentRun.events`: followers receive the latest, and the element reads when a plan is there
	 * again.
	 */
	readonly events?: AsyncIterable<RunEvent> | undefined;
	/** As `AgentRun.result`: followers receive it, and a rejection as a failure. */
	readonly result?: Promise<RunResult> | undefined;
}

/** What is known of the model's reading and writing. */
export type ConversationLike = Pick<
	AgentLike,
	"toldRevision" | "writing" | "subscribe"
>;

/** An agent that is a run. */
export type Run = AgentLike & { abort(): unknown };

/** Throws `invalid_argument` unless it is an agent. */
export const checkAgent = (agent: AgentLike): void =>
	check(
		agent,
		"agent",
		(value) =>
			(!isObject(value) ||
				Array.isArray(value) ||
				Array.isArray(value.todos)) &&
			"a Conversation, or what runAgent() returns",
	);

/** Returns the conversation of an agent, or the agent itself unless it is only a run. */
export const conversationOf = (
	agent: AgentLike | undefined,
): ConversationLike | undefined =>
	agent?.conversation ??
	(runOf(agent) && !("toldRevision" in (agent as object)) ? undefined : agent);

/** Returns an agent that is a run. */
export const runOf = (agent: AgentLike | undefined): Run | undefined =>
	typeof agent?.abort === "function" ? (agent as Run) : undefined;

/** The name of a method of the run that followers can call. */
export type RunMethod = "approve" | "reject" | "abort";
export const runMethods: readonly RunMethod[] = ["approve", "reject", "abort"];

/**
 * The owner's agent, as a follower knows it. It is the same object as long as the follower lives,
 * whichever agent the owner has.
 */
export interface FollowedAgent {
	/** As `Conversation.toldRevision`, if the owner has the conversation. */
	readonly toldRevision: number | undefined;
	/** As `Conversation.writing`, if the owner has the conversation. */
	readonly writing: readonly PreviewTodo[] | undefined;
	/** Whether the owner has a run that has not ended. */
	readonly isRunning: boolean;
	/** The latest event of the run. Undefined before the first one, and without a run. */
	readonly event: RunEvent | undefined;
	/**
	 * How the run ended. Undefined until then. A `cause` has the name and the message of the owner's
	 * error.
	 */
	readonly result: RunResult | undefined;
	/**
	 * Approves the plan, so that the run starts. `revision` is the one that the person was shown; by
	 * default, that of this context's list. Rejects with what `approve()` of the owner's run throws:
	 * `changed`, if the plan is another one by now.
	 */
	approve(options?: { readonly revision?: number | undefined }): Promise<void>;
	/** Sends the plan back. Rejects with what `reject()` of the owner's run throws. */
	reject(changes: string): Promise<void>;
	/** Stops the run. */
	abort(): Promise<void>;
	/**
	 * Calls `listener` after each change of the properties above, and of the follower's
	 * `isConnected`. Returns the function that unsubscribes.
	 */
	subscribe(listener: () => void): () => void;
}
