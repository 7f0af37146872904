// What every entry exports besides its `init`.

export type {
	CallXmlOptions,
	CheckpointOptions,
	DialectName,
	Driver,
	ExecutionStatus,
	NewTaskOptions,
	OneDoing,
	OnSkip,
	Outcome,
	PlanReason,
	Priority,
	PromptKind,
	ReminderMode,
	RunEvent,
	RunFailureKind,
	RunStep,
	RunSubject,
	Snapshot,
	Start,
	Status,
	Task,
	TaskFields,
	TaskOutcome,
	TaskStatus,
	Todo,
	TodoErrorCode,
	TodoRunOptions,
	TodoStoreOptions,
} from "../generated/agent_todos_bg.js";
export { TaskStore, TodoRun, TodoStore } from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/error.js";
export type { ReminderMessage } from "./append-reminder.js";
export { appendReminder } from "./append-reminder.js";
export type {
	Follower,
	FollowerMethod,
	FollowOptions,
} from "./connect/follower.js";
export { follow } from "./connect/follower.js";
export type { ConnectOptions, Owner } from "./connect/owner.js";
export { connect } from "./connect/owner.js";
export { overRuntime } from "./connect/runtime.js";
export type { Link, Transport } from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export type { WasmSource } from "./load.js";
export { initSync } from "./load.js";
export type { OpenTodos } from "./open-todos.js";
export { openTodos } from "./open-todos.js";
export type { Persistence, PersistOptions } from "./persist.js";
export { persist } from "./persist.js";
export type { ProgressProperties, TakenProgress } from "./progress.js";
export { takeProgress, withProgress } from "./progress.js";
export { Reminders } from "./reminders.js";
export type {
	AgentEvent,
	ExecuteStep,
	ExecutionResult,
	PlanStep,
	RunAgentOptions,
	RunResult,
	StepContext,
	ValidateStep,
	Validation,
	Verification,
	VerifyStep,
} from "./run-agent.js";
export { AgentRun, planningTool, runAgent } from "./run-agent.js";
export type { StorageErrorCode, Stored, TodoStorage } from "./storage.js";
export { StorageError } from "./storage.js";
export { todosJson } from "./todos-json.js";
export type {
	AgentTool,
	InputSchema,
	JsonSchema,
	TaskTool,
	TaskToolsOptions,
	ToolAnnotations,
	ToolsOptions,
} from "./tools.js";
export { callXml, promptSection, tools } from "./tools.js";
