import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Compare three"]);
let isReworded = false;
for (
  let todo = store.getNextTodo();
  todo !== null;
  todo = store.getNextTodo()
) {
  if (!isReworded)
    // A person, while your program works.
    store.as("user").edit(1, { content: "Find a red kettle" });
  isReworded = true;
  console.log(todo.content, store.complete(todo));
}
