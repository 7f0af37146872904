// What every entry exports besides its `init`.

export { TaskStore, TodoStore } from "../generated/agent_todos_bg.js";
export type {
  CallXmlOptions,
  DialectName,
  NewTaskOptions,
  OnSkip,
  OneDoing,
  Outcome,
  Priority,
  Snapshot,
  Status,
  Task,
  TaskFields,
  TaskOutcome,
  TaskStatus,
  Todo,
  TodoErrorCode,
  TodoStoreOptions,
} from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/error.js";
export { follow } from "./connect/follower.js";
export type { Follower, FollowerMethod, FollowOptions } from "./connect/follower.js";
export { connect } from "./connect/owner.js";
export type { ConnectOptions, Owner } from "./connect/owner.js";
export { overRuntime } from "./connect/runtime.js";
export { overBroadcastChannel } from "./connect/transport.js";
export type { Link, Transport } from "./connect/transport.js";
export { initSync } from "./load.js";
export type { WasmSource } from "./load.js";
export { callXml, promptSection, tools } from "./tools.js";
export type { AgentTool, InputSchema, JsonSchema, TaskTool, ToolAnnotations, ToolsOptions } from "./tools.js";
