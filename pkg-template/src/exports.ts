// Placeholder: the names that both entries export.
export { TodoStore } from "../generated/agent_todos_bg.js";
export type { Todo } from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/error.js";
export { initSync } from "./load.js";
