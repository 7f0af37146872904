// `agent-todos/follow`: the list of another context, for panels and content scripts. It needs no WebAssembly, and contains none of the code for it.

export type {
	Author,
	Decision,
	DialectName,
	Outcome,
	PreviewTodo,
	Priority,
	Status,
	StoreChange,
	TodoErrorCode,
} from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/snippets.js";
export type { ConversationLike, FollowedRun } from "./connect/agent.js";
export type { Follower, FollowOptions } from "./connect/follower.js";
export { follow } from "./connect/follower.js";
export type { FollowerMethod } from "./connect/methods.js";
export { overRuntime } from "./connect/runtime.js";
export type {
	Transport,
	TransportSender,
} from "./connect/transport.js";
export { overBroadcastChannel } from "./connect/transport.js";
export type { Todo } from "./core/todo-store.js";
export type { RunEvent, RunResult } from "./run/options.js";
