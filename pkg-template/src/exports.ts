/// <reference lib="esnext.disposable" preserve="true" />
// What every entry exports besides its `init`.

import { todosModule } from "./modules/todos.js";

export type {
	Author,
	CallXmlOptions,
	CheckpointOptions,
	ConversationOptions,
	DialectName,
	NewTaskOptions,
	OneDoing,
	OnSkip,
	Outcome,
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
export { appendReminder } from "./append-reminder.js";
export type { Follower, FollowOptions } from "./connect/follower.js";
export { follow } from "./connect/follower.js";
export type {
	ConnectOptions,
	FollowerCall,
	FollowerMethod,
	Owner,
} from "./connect/owner.js";
export { connect } from "./connect/owner.js";
export { overRuntime } from "./connect/runtime.js";
export type { Transport, TransportSender } from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export { Conversation } from "./conversation.js";
export type { Checkpointable, Persistence, PersistOptions } from "./persist.js";
export { persist } from "./persist.js";
export type { AgentEvent, RunAgentOptions, RunResult } from "./run/options.js";
export type { AgentRun } from "./run-agent.js";
export { runAgent } from "./run-agent.js";
export type { StorageErrorCode, StoredText, TodoStorage } from "./storage.js";
export { StorageError } from "./storage.js";
export { timeSpent } from "./time-spent.js";
export type {
	AgentTool,
	AsyncAgentTool,
	InputSchema,
	JsonSchema,
} from "./tool.js";
export type { ToolsOptions } from "./tools.js";
export { callXml, tools } from "./tools.js";

/**
 * Initializes the package synchronously from the WebAssembly module. Does nothing if it is initialized already.
 *
 * Use it where nothing can be awaited. On the main thread of a page, browsers refuse modules larger than 8 MB; this
 * one is much smaller.
 *
 * Throws a `TodoError` (`init_failed`) if `source` is not this version's module.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { initSync, TodoStore } from "agent-todos";
 *
 * const file = new URL(import.meta.resolve("agent-todos/agent_todos_bg.wasm"));
 * initSync(readFileSync(file));
 * console.log(new TodoStore().size); // → 0
 * ```
 */
export function initSync(source: BufferSource | WebAssembly.Module): void {
	todosModule.initSync(source);
}
