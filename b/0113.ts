import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Pay"]);
const conversation = new Conversation(store);
console.log(conversation.nudge());
console.log(conversation.nudge());
