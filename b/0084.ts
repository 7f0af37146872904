import { init, TodoError, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.add("Find a kettle");
const person = store.as("user");
store.free(); // this handle only
console.log(person.size);
try {
  store.add("Pay");
} catch (error) {
  if (error instanceof TodoError) console.log(error.code);
}
{
  using other = new TodoStore(); // freed at the end of the block
  other.add("Pay");
}
