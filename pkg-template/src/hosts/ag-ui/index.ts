// `agent-todos/ag-ui`: the list as activity events of AG-UI, and its questions as interrupts. It
// needs no WebAssembly: todos are what `getAll()` returns, of a store, or `todos` of a follower.

export type {
	Priority,
	Status,
	Todo,
	TodoErrorCode,
} from "../../../generated/agent_todos_bg.js";
export { TodoError } from "../../../generated/snippets.js";
export type { AnswerSchema } from "../questions.js";
export * from "./activity.js";
export * from "./interrupts.js";
