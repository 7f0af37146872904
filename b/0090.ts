import { init, TodoStore } from "agent-todos";
import { renderTodos } from "agent-todos/element";

await init();
const store = new TodoStore();
store.addMultiple(["Open the shop", "Pay"]);
const html = renderTodos(store.getAll());
console.log(html.startsWith("<agent-todos readonly>")); // → true
