import { init, TodoStore, tools } from "agent-todos";

await init();
const store = new TodoStore();
const [todoManager] = tools(store, { dialect: "todo_manager" });
const outcome = todoManager.call(
  '{"action":"add_multiple","todos":["Find a kettle"]}',
); // the model's JSON, or the object
console.log(outcome.text);
// → {"ok":true,"output":"Added 1 TODOs","notes":["item 1: bare string read as its content"]}
console.log(outcome.reminder);
// → <browser-state>TODO list updated. Current state:
// → <todos><todo id="1" status="todo">Find a kettle</todo></todos></browser-state>
