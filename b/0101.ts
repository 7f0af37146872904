import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Fix the login"]);
let testsPass = false;

const conversation = new Conversation(store, {
  confirm: async (todo) => testsPass || `"${todo.content}": 2 tests fail`,
});
conversation.reminder(); // send it to the model
const [todoManager] = conversation.tools;
const complete = { action: "complete_multiple", ids: [1] };
console.log((await todoManager.execute(complete)).text);
testsPass = true;
console.log((await todoManager.execute(complete)).text);
