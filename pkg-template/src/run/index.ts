// `agent-todos/run`: the loop, for an agent that does not have its own. The list is that of
// `agent-todos`, or of `agent-todos/inline`.

export type {
	ExecuteStep,
	ExecutionResult,
	PlanStep,
	RunAgentOptions,
	RunEvent,
	RunResult,
	ValidateStep,
	Validation,
	VerifyStep,
} from "./options.js";
export type { AgentRun } from "./run-agent.js";
export { runAgent } from "./run-agent.js";
