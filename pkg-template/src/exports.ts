// What `agent-todos` exports wherever its module comes from: a web server, the disk or its own
// code. The three entries only differ in `init` and `openList`. None imports another one:
// `agent-todos/inline` must not load `import.meta`, which CommonJS does not have.

export type {
	Author,
	Decision,
	DialectName,
	HeldDecision,
	HeldRequest,
	Outcome,
	PreviewTodo,
	Priority,
	Status,
	StoreChange,
	TodoErrorCode,
	TodoStoreOptions,
} from "../generated/agent_todos_bg.js";
export type { DialectTodos } from "../generated/dialect-todos.js";
export { TodoError } from "../generated/snippets.js";
export type { ConversationLike, RunLike } from "./connect/agent.js";
export type { FollowerMethod } from "./connect/methods.js";
export type {
	ConnectOptions,
	FollowerCall,
	Owner,
} from "./connect/owner.js";
export { connect } from "./connect/owner.js";
export { overRuntime } from "./connect/runtime.js";
export type { Transport, TransportSender } from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export type {
	ServerSocket,
	SocketOptions,
	SocketTransport,
} from "./connect/web-socket.js";
export { overSockets, overWebSocket } from "./connect/web-socket.js";
export type { InitInput } from "./loading/init-input.js";
export type {
	OpenedList,
	OpenList,
	OpenListOptions,
	OpenLists,
	OpenListsOptions,
} from "./open-list.js";
export type {
	Persistence,
	PersistOptions,
} from "./persist/options.js";
export { persist } from "./persist/persist.js";
export type {
	StorageErrorCode,
	StoredText,
	TodoStorage,
} from "./storage/contract.js";
export { StorageError } from "./storage/contract.js";
export { memoryStorage } from "./storage/memory.js";
export type {
	ConversationOptions,
	RestoredOptions,
	XmlOptions,
} from "./tools/conversation.js";
export { Conversation } from "./tools/conversation.js";
export type {
	ObjectSchema,
	Reporting,
	StandardJsonSchema,
} from "./tools/reporting.js";
export { reporting } from "./tools/reporting.js";
export type { Snapshot, Todo, TodoEdit } from "./tools/todo-store.js";
export { TodoStore } from "./tools/todo-store.js";
export type { AgentTool, InputSchema, JsonSchema } from "./tools/tool.js";
export type { ToolsOptions } from "./tools/tools.js";
export { tools } from "./tools/tools.js";
