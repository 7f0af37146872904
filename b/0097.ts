import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store, { dialect: "chrome_plan" });
const [updatePlan] = conversation.tools;
const { text } = updatePlan.call({
  approach: ["Compare kettles", "Order one"],
  domains: ["shop.example"],
});
console.log(text);
// → The user is shown the plan and has not approved it yet. Do nothing on a page until a message says that it is approved
conversation.reminder();

store.as("user").approve({
  revision: store.revision,
  sites: store.proposal?.sites ?? [],
});
console.log(conversation.reminder());
// → <browser-state>TODO list updated: 2 todo. The user approved the plan, and lets you act on https://shop.example alone.</browser-state>
