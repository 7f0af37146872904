// `agent-todos/protocols`: the list in the words of protocols between an agent and its page. AG-UI
// has it as activity events, and its questions as interrupts, the Agent Client Protocol as a plan.
// It needs no WebAssembly: todos are what `getAll()` returns, of a store, or `todos` of a follower.

export { TodoError } from "../../../generated/snippets.js";
export type { AcpPlan } from "./acp-plan.js";
export { acpPlan } from "./acp-plan.js";
export type { ActivityDelta, ActivitySnapshot } from "./activity.js";
export { activityDelta, activitySnapshot } from "./activity.js";
export type { TodoInterrupt, TodoResumeEntry } from "./interrupts.js";
export { resumeTodos, todoInterrupts } from "./interrupts.js";
