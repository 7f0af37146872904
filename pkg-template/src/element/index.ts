// `agent-todos/element`: the custom element `<agent-todos>`, which importing this defines. It needs
// no WebAssembly of its own: a follower has none, and a store brings it along. Where there are no
// custom elements, on a server, nothing is defined.

import "./define.js";

export type {
	Author,
	Decision,
	DialectName,
	HeldDecision,
	HeldRequest,
	Outcome,
	PreviewTodo,
	RunFailure,
	RunFailureKind,
	Status,
	StoreChange,
	TodoStoreOptions,
} from "../../generated/agent_todos_bg.js";
export type {
	ConversationLike,
	FollowedRun,
	RunEvent,
	RunLike,
	RunResult,
} from "../connect/agent.js";
export type { Follower } from "../connect/follower.js";
export type { FollowerMethod, FollowerMethods } from "../connect/methods.js";
export type {
	Snapshot,
	Todo,
	TodoEdit,
	TodoStore,
} from "../tools/todo-store.js";
export type {
	AgentTodosEventMap,
	EventfulElement,
	PlanApproval,
	PlanChanges,
	TodoOpen,
	TodosMode,
	TodosState,
	WaitingChange,
} from "./agent-todos.js";
export { AgentTodosElement } from "./agent-todos.js";
export type { PlainTodo } from "./given.js";
export type { Labels } from "./labels.js";
export { renderTodos } from "./server.js";
export type { ListMethod, TodoList, TodoSource } from "./session/source.js";
