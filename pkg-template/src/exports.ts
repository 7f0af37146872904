/// <reference lib="esnext.disposable" preserve="true" />
// What `agent-todos` exports wherever its module comes from: a web server, the disk or its own code. The three entries only differ in
// `init` and `openList`. None imports another one: `agent-todos/inline` must not load `import.meta`, which CommonJS does not have.

export type {
	Author,
	CallXmlOptions,
	CheckpointOptions,
	ConversationOptions,
	Decision,
	DialectName,
	NewTaskOptions,
	OneDoing,
	OnSkip,
	Outcome,
	PreviewTodo,
	Priority,
	PromptKind,
	ReminderMode,
	RestoredConversationOptions,
	Snapshot,
	Status,
	StoreChange,
	Todo,
	TodoEdit,
	TodoErrorCode,
	TodoStoreOptions,
} from "../generated/agent_todos_bg.js";
export { TodoStore } from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/snippets.js";
export type {
	OpenedList,
	OpenList,
	OpenListOptions,
} from "./connect/open-list.js";
export type {
	ConnectOptions,
	FollowerCall,
	Owner,
} from "./connect/owner.js";
export { connect } from "./connect/owner.js";
export { overRuntime } from "./connect/runtime.js";
export type { Transport, TransportSender } from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export { appendReminder } from "./core/append-reminder.js";
export { Conversation } from "./core/conversation.js";
export type { DialectTodos } from "./core/dialect-todos.js";
export type { InitInput } from "./core/load.js";
export type {
	AgentTool,
	InputSchema,
	JsonSchema,
} from "./core/tool.js";
export type { ToolsOptions } from "./core/tools.js";
export { callXml, listDialects, tools } from "./core/tools.js";
export type {
	Checkpointable,
	Persistence,
	PersistOptions,
} from "./persist/options.js";
export { persist } from "./persist/persist.js";
export type { AgentEvent, RunAgentOptions, RunResult } from "./run/options.js";
export type { AgentRun } from "./run/run-agent.js";
export { runAgent } from "./run/run-agent.js";
export type {
	StorageErrorCode,
	StoredText,
	TodoStorage,
} from "./storage/contract.js";
export { StorageError } from "./storage/contract.js";
