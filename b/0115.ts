import "agent-todos/element";
import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Open the shop", "Compare three kettles", "Pay"]);
const stopping = new AbortController();
const panel = document.createElement("agent-todos");
panel.list = store;
panel.run = stopping; // Stop calls its abort()
document.body.append(panel);

for (
  let todo = store.getNextTodo();
  todo !== null;
  todo = store.getNextTodo()
) {
  // Your agent works on todo.content.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (stopping.signal.aborted) break;
  store.complete(todo);
}
store.abort(); // what was in progress is open again
panel.run = undefined; // nothing is left to stop
