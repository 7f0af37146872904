import { init, TodoStore } from "agent-todos";
import "agent-todos/element";

await init();
const store = new TodoStore();
store.addMultiple(["Open the shop", "Pay"]);
const element = document.createElement("agent-todos");
element.list = store; // nothing else: no model writes this list
document.body.append(element);

const todo = store.getNextTodo(); // shown as in progress
// After your program has done todo.content.
if (todo !== null) store.complete(todo);
