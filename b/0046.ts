import assert from "node:assert/strict";
import { Conversation, init, TodoStore } from "agent-todos";

await init();
const decisions: Record<string, (person: TodoStore) => void> = {
  skip: (person) => void person.skip(1),
  remove: (person) => void person.remove(1),
  reword: (person) => void person.edit(1, { content: "Find a pot" }),
};
for (const [name, decide] of Object.entries(decisions)) {
  const store = new TodoStore();
  store.addMultiple(["Find a kettle", "Pay"]);
  const conversation = new Conversation(store, { dialect: "TodoWrite" });
  conversation.reminder(); // what the model has seen
  decide(store.as("user"));
  const before = store.todos.map(({ content }) => content);
  const todo = { content: "Find a kettle", status: "in_progress" };
  conversation.tools[0].call({ todos: [todo] }); // your agent's call
  const after = store.todos.map(({ content }) => content);
  const kept = before.filter((content) => content !== "Pay");
  assert.ok(
    kept.every((content) => after.includes(content)),
    name,
  );
}
