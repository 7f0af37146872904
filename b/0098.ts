import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store, { dialect: "update_plan" });
const [updatePlan] = conversation.tools;
const messages = [{ role: "user", content: "Buy a kettle" }];

updatePlan.call({
  plan: [
    { step: "Find a kettle", status: "in_progress" },
    { step: "Compare three", status: "pending" },
  ],
});
conversation.appendReminder(messages);

// The person works on the list through their own handle.
const person = store.as("user");
person.skip(2, "one is enough");
person.addMultiple(["Ask for an invoice"]);

// The model has not seen that yet, and sends its whole plan again.
const { text } = updatePlan.call({
  plan: [
    { step: "Find a kettle", status: "completed" },
    { step: "Compare three", status: "in_progress" },
  ],
});
console.log(text);
console.log(store.markdown().trim());
