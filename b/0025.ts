import { init, TodoError, TodoStore } from "agent-todos";

await init();
const store = new TodoStore({ maxTodos: 2 });
store.addMultiple(["Find a kettle", "Compare three"]);
try {
  store.add("Pay");
} catch (error) {
  if (error instanceof TodoError) console.log(error.code);
}
store.complete(1); // no longer open
store.add("Pay");
console.log(store.size);
