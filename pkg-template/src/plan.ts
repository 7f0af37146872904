// `agent-todos/plan`: the list in the forms of other programs' protocols. It needs no WebAssembly. A snapshot is what
// `getAll()` returns, of a store or of a follower.

export type {
	Priority,
	Status,
	Todo,
	TodoErrorCode,
} from "../generated/agent_todos_bg.js";
export { TodoError } from "../generated/snippets.js";
export * from "./hosts/acp/index.js";
export * from "./hosts/ag-ui/activity.js";
export * from "./hosts/ag-ui/interrupts.js";
export type { Todos } from "./hosts/todos.js";
