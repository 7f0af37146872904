// `agent-todos/protocols`: the list in the words of protocols between an agent and its page. AG-UI
// has it as activity events, and its questions as interrupts, the Agent Client Protocol as a plan.
// It needs no WebAssembly: todos are what `getAll()` returns, of a store, or `todos` of a follower.

export type {
	Priority,
	Status,
	Todo,
	TodoErrorCode,
} from "../../../generated/agent_todos_bg.js";
export { TodoError } from "../../../generated/snippets.js";
export type { AnswerSchema } from "../questions.js";
export * from "./acp-plan.js";
export * from "./activity.js";
export * from "./interrupts.js";
