// The agent that works on a list: how much its conversation knows, and its run. An owner passes
// both on to its followers.

import type { PreviewTodo } from "../../generated/agent_todos_bg.js";
import type { RunEvent, RunResult } from "../run/options.js";

export type { RunEvent, RunResult };

/**
 * Tells how much of the list an agent knows: a `Conversation`, or what a page received of one in
 * another context.
 */
export interface ConversationLike {
	/** As `Conversation.toldRevision`. */
	readonly toldRevision: number | undefined;
	/**
	 * As `Conversation.writing`: the list as it will be once the call is carried out that the model
	 * is writing.
	 */
	readonly writing?: readonly PreviewTodo[] | undefined;
	/**
	 * As `Conversation.subscribe`. Without it, set the conversation again when `toldRevision` or
	 * `writing` changes.
	 */
	readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** A run that a person can start and stop: what `runAgent` returns, for example. */
export interface RunLike {
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
	/** Stops the run, for the Stop button. */
	abort(): unknown;
	/**
	 * As `AgentRun.events`: followers receive the latest, and the element reads when a plan is there
	 * again.
	 */
	readonly events?: AsyncIterable<RunEvent> | undefined;
	/** As `AgentRun.result`: followers receive it, and a rejection as a failure. */
	readonly result?: Promise<RunResult> | undefined;
}

/** The name of a method of the run that followers can call. */
export type RunMethod = "approve" | "reject" | "abort";
export const runMethods: readonly RunMethod[] = ["approve", "reject", "abort"];

/**
 * The owner's run, as a follower knows it. It is the same object as long as the follower lives,
 * whichever run the owner has.
 */
export interface FollowedRun {
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
	 * Approves the plan, so that the run starts, with the list that this context shows. Rejects with
	 * what `approve()` of the owner's run throws: `changed`, if the plan is another one by now.
	 */
	approve(): Promise<void>;
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
