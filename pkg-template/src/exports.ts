// What every entry exports besides its `init`.

export { TaskStore, TodoStore } from "../generated/agent_todos_bg.js";
export type {
  CallXmlOptions,
  DialectName,
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
export { persist } from "./persist.js";
export type { PersistOptions, Persistence } from "./persist.js";
export { StorageError } from "./storage.js";
export type { StorageErrorCode, Stored, TodoStorage } from "./storage.js";
export { initSync } from "./load.js";
export type { WasmSource } from "./load.js";
export { todosJson } from "./todos-json.js";
export { callXml, promptSection, tools } from "./tools.js";
export type { AgentTool, InputSchema, JsonSchema, TaskTool, ToolAnnotations, ToolsOptions } from "./tools.js";
