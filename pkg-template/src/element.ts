// `agent-todos/element`: the custom element `<agent-todos>`, which importing this defines. It needs no WebAssembly of its own: a
// follower has none, and a store brings it along. Where there are no custom elements, on a server, nothing is defined.

import "./element/define.js";

export type { ConversationLike, RunLike } from "./connect/agent.js";
export type {
	AgentTodosEventMap,
	PlanChanges,
	PlanStart,
	TodoOpen,
	TodosMode,
	WaitingChange,
} from "./element/agent-todos.js";
export { AgentTodosElement } from "./element/agent-todos.js";
export type { Labels } from "./element/labels.js";
export { renderTodos } from "./element/server.js";
export type { TodoList, TodoSource } from "./element/source.js";
