// `agent-todos/run`: the loop as a state machine without I/O, for hosts that drive it themselves, and the types of what happens
// in a run, of `runAgent` too.

import "../core/modules/todos.js";

export type {
	ExecutionStatus,
	PlanReason,
	RunBriefing,
	RunDriver,
	RunEvent,
	RunFailure,
	RunFailureKind,
	RunStart,
	RunStep,
	RunStepAction,
	RunSubject,
	TodoQuestion,
	TodoRunOptions,
} from "../../generated/agent_todos_bg.js";
export type {
	Approval,
	ApproveStep,
	ExecuteStep,
	ExecutionResult,
	PlanStep,
	RunBudgets,
	StepContext,
	ValidateStep,
	Validation,
	Verification,
	VerifyStep,
} from "./options.js";
export { planningTool, TodoRun } from "./todo-run.js";
