import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Log in", "Find a kettle"]);
const conversation = new Conversation(store, {
  dialect: "TodoWrite",
  ask: true,
});
const tools = conversation.tools; // for the model, next to your own tools
conversation.reminder(); // at the end of the messages, before each request

const call = {
  name: "ask_user",
  arguments: '{"question":"Which code did the shop send you?","id":"1"}',
}; // what the model sent
const outcome = await tools
  .find(({ name }) => name === call.name)
  ?.execute(call.arguments);
console.log(outcome?.text);
// → "Log in" waits for the user. Go on with the other todos, or stop if none is left. Do not guess the answer: a later message says it

store.as("user").answer(1, "1234"); // <agent-todos> does this
console.log(conversation.reminder()); // at the end of the next request
// → <browser-state>TODO list updated: 2 pending. The user answered 1 ("Log in"): 1234.</browser-state>
