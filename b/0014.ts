import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const lead = new Conversation(store);
const call = (agent: Conversation, args: object) =>
  agent.tools[0].call(args);
call(lead, {
  action: "add_multiple",
  todos: [{ content: "Plan" }, { content: "Search" }, { content: "Pay" }],
});
lead.reminder();

// The lead's tool "Agent" was called for its todo 2.
const dev = new Conversation(store, { under: 2, name: "dev" });
call(dev, {
  action: "add_multiple",
  todos: [{ content: "Find shops" }, { content: "Compare prices" }],
});
console.log(store.getXml());
call(dev, { action: "complete_multiple", ids: [1, 2] });
console.log(dev.nudge()); // nothing is left to do there
console.log(lead.reminder());
