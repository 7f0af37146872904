// `agent-todos/run`: the loop, for an agent that does not have its own. The list is that of
// `agent-todos`, or of `agent-todos/inline`.

export type {
	ExecutionStatus,
	PlanReason,
	RunBriefing,
	RunDriver,
	RunFailure,
	RunFailureKind,
	RunStart,
	RunStep,
	RunStepAction,
	RunSubject,
	TodoRunOptions,
} from "../../generated/agent_todos_bg.js";
export type {
	ApproveStep,
	ExecuteStep,
	ExecutionResult,
	PlanStep,
	RunAgentOptions,
	RunEvent,
	RunResult,
	StepContext,
	ValidateStep,
	Validation,
	VerifyStep,
} from "./options.js";
export type { AgentRun } from "./run-agent.js";
export { runAgent } from "./run-agent.js";
