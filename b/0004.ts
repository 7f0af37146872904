import { init, TodoStore, tools } from "agent-todos";

await init();
const [todoManager] = tools(new TodoStore());
console.log(
  todoManager.call({ action: "replace_all", todos: "none" }).text,
);
// → {"ok":false,"error":"todos must be a list, got \"none\": send all todos as a list"}
