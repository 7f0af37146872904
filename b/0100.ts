import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore({ confirmDone: true });
store.addMultiple(["Pay"]);
const conversation = new Conversation(store);
conversation.reminder(); // send it to the model
conversation.tools[0].call({ action: "complete_multiple", ids: [1] });
console.log(conversation.nudge(), store.hasUnfinished());

// In the panel, perhaps hours later.
store.as("user").reopen(1, "the receipt is missing");
// The model's next turn begins with it.
console.log(conversation.reminder());
