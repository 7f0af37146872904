// `agent-todos/element`: the custom element `<agent-todos>`, which importing this defines. It needs
// no WebAssembly of its own: a follower has none, and a store brings it along. Where there are no
// custom elements, on a server, nothing is defined.

import "./define.js";

export type { AgentTodosEventMap } from "./agent-todos.js";
export { AgentTodosElement } from "./agent-todos.js";
export type { Labels } from "./labels.js";
export { renderTodos } from "./server.js";
export type { TodoList, TodoSource } from "./session/source.js";
