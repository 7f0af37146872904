import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const person = store.as("user");
person.addMultiple(["Choose a kettle", "Pay"]);
person.edit(2, { confirm: true });

const conversation = new Conversation(store);
conversation.reminder(); // send it to the model: the list that its ids mean
const [todoManager] = conversation.tools;
console.log(
  todoManager.call({
    action: "complete_multiple",
    ids: [1, 2],
    evidence: "receipt K-7",
  }).text,
);

const { claimed, evidence } = store.getAll()[1] ?? {};
console.log(claimed, evidence);
person.reopen(2, "that receipt is for a teapot"); // or person.complete(2)
