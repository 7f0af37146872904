import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Compare three"]);
const person = store.as("user");
person.skip(2, "one is enough");
store.complete(1); // the agent goes on
console.log(
  person.undo(),
  store.todos.map(({ status }) => status),
);
// → true [ 'done', 'todo' ]
// nothing else is the person's
console.log(person.redo(), person.undo(), person.undo());
// → true true false
