// The types are in todo-store.d.ts: the class is that of the core, which does not know the type of
// a todo's data.

export { TodoStore } from "../../generated/agent_todos_bg.js";
