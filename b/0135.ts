import {
  Conversation,
  type DialectTodos,
  init,
  TodoStore,
} from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store, { dialect: "TodoWrite" });
store.subscribe(() => show(conversation.todos()));
store.as("user").addMultiple(["Find a kettle"]);
// → Find a kettle: pending

function show(todos: DialectTodos["TodoWrite"][]) {
  for (const { content, status } of todos)
    console.log(`${content}: ${status}`);
}
