// `agent-todos/follow`: the list of another context, for panels and content scripts. It needs no
// WebAssembly, and contains none of the code for it.

export type {
	Author,
	Decision,
	DialectName,
	HeldDecision,
	HeldRequest,
	Outcome,
	PreviewTodo,
	Priority,
	RunFailure,
	RunFailureKind,
	Status,
	StoreChange,
	TodoErrorCode,
	TodoStoreOptions,
} from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/snippets.js";
export type { ConversationLike, FollowedRun } from "./connect/agent.js";
export type { Follower, FollowOptions } from "./connect/follower.js";
export { follow } from "./connect/follower.js";
export type { FollowerMethod, FollowerMethods } from "./connect/methods.js";
export { overRuntime } from "./connect/runtime.js";
export type {
	Transport,
	TransportSender,
} from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export { overWebSocket } from "./connect/web-socket.js";
export type { RunEvent, RunResult } from "./run/options.js";
export type {
	Snapshot,
	Todo,
	TodoEdit,
	TodoStore,
} from "./tools/todo-store.js";
