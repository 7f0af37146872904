// The types of a run's steps and events. Each has the fields that `write` of `Step` and of `Event`
// in `src/run` writes.

/**
 * The next step of a run, as `TodoRun.next()` returns it, with how many steps and plans were
 * requested, including this one.
 */
export type RunStep = {
	/** The number of steps so far, including this one. */
	step: number;
	/** The number of plans so far, including this one. */
	cycle: number;
} & RunStepAction;

/**
 * What the host has to do next:
 *
 * - `plan`: make a plan and report it with `planned()`
 * - `approve`: ask a person whether the `todos` are to be done, and report with `approved()`,
 *   `rejected()` or `refused()`; does not count towards `maxSteps`
 * - `execute`: work on the `todo` and report with `executed()`; it may take `callsLeft` tool calls,
 *   and `feedback` says why verification rejected it the last time
 * - `verify`: check whether the `todo` is done, and report with `verified()`
 * - `wait`: wait until a todo is confirmed, sent back or answered; does not count towards
 *   `maxSteps`
 * - `validate`: check whether the task is complete, and report with `validated()`; some todos may
 *   still be `open`
 * - `aborted`: do nothing until `resume()`
 * - `finished`: stop; the run ended with nothing left to do
 * - `failed`: stop; the run failed
 */
export type RunStepAction =
	| ({
			/** Make a plan, and report it with `planned()`. */
			do: "plan";
	  } & RunBriefing)
	| {
			/**
			 * Ask a person to approve the plan, or what is new, and report with `approved()`,
			 * `rejected()` or `refused()`.
			 */
			do: "approve";
			/**
			 * The plan: the run's todos that are neither done nor skipped. Later, those of them that
			 * were added or changed since, once nothing approved is left to do.
			 */
			todos: ReadonlyArray<Readonly<Todo>>;
	  }
	| {
			/** Work on a todo, and report with `executed()`. */
			do: "execute";
			/** The todo in progress. If the model drives and none is in progress, the next one. */
			todo: Readonly<Todo>;
			/** How many tool calls the todo may still take. */
			callsLeft: number;
			/** Why verification rejected the todo the last time, or `""`. */
			feedback: string;
	  }
	| {
			/** Check whether the todo is done, and report with `verified()`. */
			do: "verify";
			/** The todo that its executor considers done. */
			todo: Readonly<Todo>;
	  }
	| {
			/**
			 * Wait until a todo is confirmed, sent back or answered. Nothing else is open, or the
			 * model said that the task is done.
			 */
			do: "wait";
			/** The number of todos that wait. */
			waiting: number;
	  }
	| {
			/** Check whether the task is complete, and report with `validated()`. */
			do: "validate";
			/**
			 * The number of todos that are neither done nor skipped. It can be above 0 if the model
			 * said that the task is done.
			 */
			open: number;
	  }
	| {
			/** Do nothing until `resume()`. */
			do: "aborted";
	  }
	| {
			/** Stop: the run ended with nothing left to do. */
			do: "finished";
			/** Whether validation found the task complete. Always false without validation. */
			isComplete: boolean;
			/** The reasoning of the validation. */
			reasoning: string;
	  }
	| {
			/** Stop: the run failed. */
			do: "failed";
			/** The kind of failure. */
			kind: RunFailureKind;
			/** The failure in a sentence. */
			error: string;
	  };

/**
 * An event of a run, as `TodoRun.takeEvents()` returns it. Each transition of a run is one, and its
 * `type` names it.
 */
export type RunEvent =
	| {
			/** A plan is requested. */
			type: "planning";
			/** Why a plan is needed. */
			reason: PlanReason;
	  }
	| {
			/** A plan is on the list. */
			type: "planned";
			/** The number of todos in the plan. */
			todos: number;
			/** The settled todos that left the list to make room. They are still in the history. */
			archived: RunSubject[];
			/** What was read otherwise than it was written, or was no todo, if anything. */
			notes?: string[] | undefined;
	  }
	| {
			/** A person is asked to approve the plan. */
			type: "approving";
	  }
	| {
			/** A person approved the plan. */
			type: "approved";
	  }
	| {
			/** A person wants changes in the plan. */
			type: "rejected";
			/** The changes that the person wants. */
			changes: string;
	  }
	| {
			/** The execution of a todo is requested. */
			type: "executing";
			/** The todo. */
			todo: RunSubject;
	  }
	| {
			/** A todo is done. */
			type: "done";
			/** The todo. */
			todo: RunSubject;
			/** Who settled it. */
			by: Author;
	  }
	| {
			/** A todo is skipped, or somebody removed the todo that is being executed. */
			type: "skipped";
			/** The todo. */
			todo: RunSubject;
			/** Whether it was tried and given up. */
			failed: boolean;
			/** Why it was skipped. */
			reason: string;
			/** Who settled it. */
			by: Author;
	  }
	| {
			/** A todo was reported as done, and waits to be confirmed. */
			type: "claimed";
			/** The todo. */
			todo: RunSubject;
	  }
	| {
			/**
			 * The run waits until one of these todos is confirmed, or answered by a person or an
			 * event. Nothing else is open, or the model said that the task is done.
			 */
			type: "waiting";
			/** The todos. */
			todos: RunSubject[];
	  }
	| {
			/** The verification of a todo is requested. */
			type: "verifying";
			/** The todo. */
			todo: RunSubject;
	  }
	| {
			/**
			 * A verification found that the todo is not done, or a person changed its text while it
			 * was executed.
			 */
			type: "unverified";
			/** The todo. */
			todo: RunSubject;
			/** Why it is not done. */
			reason: string;
	  }
	| {
			/** The model asked for a new plan. */
			type: "plan_requested";
			/** What is wrong with the plan. */
			reason: string;
	  }
	| {
			/** The model said that the whole task is done while todos were open. */
			type: "claimed_done";
			/** The number of todos that were neither done nor skipped. */
			open: number;
	  }
	| {
			/** A validation is requested. */
			type: "validating";
	  }
	| {
			/** A validation was reported. */
			type: "validated";
			/** Whether the task is complete. */
			isComplete: boolean;
			/** Why the task is complete or not. */
			reasoning: string;
			/** What to do next. */
			suggestions: string[];
	  }
	| {
			/** The validation itself failed. This never counts as "complete". */
			type: "validation_failed";
			/** Why it failed. */
			reason: string;
	  }
	| {
			/** The same step was requested too often without progress. */
			type: "stuck";
			/** The kind of step. */
			step: "plan" | "execute" | "verify" | "validate";
			/** How often it was requested. */
			times: number;
	  }
	| {
			/** The run was aborted, and nothing is in progress any more. */
			type: "aborted";
	  }
	| {
			/** The run continues. */
			type: "resumed";
	  }
	| {
			/** The run ended. */
			type: "finished";
			/** Whether validation found the task complete. */
			isComplete: boolean;
			/** The reasoning of the validation. */
			reasoning: string;
	  }
	| {
			/** The run failed. */
			type: "failed";
			/** The kind of failure. */
			kind: RunFailureKind;
			/** The failure in a sentence. */
			error: string;
	  };

/** The result of an execution: see `TodoRun.executed()`. */
export type ExecutionStatus =
	| "done"
	| "failed"
	| "unverified"
	| "waiting"
	| "continue"
	| "finished";
