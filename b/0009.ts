import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple([
  "Find a kettle",
  "Compare three",
  "Put the best in the basket",
]);
const conversation = new Conversation(store);
// Others wrote the list, so the first one is all of it.
console.log(conversation.reminder());
// → <browser-state>TODO list updated. Current state:
// → <todos><todo id="1" status="todo">Find a kettle</todo><todo id="2" status="todo">Compare three</todo><todo id="3" status="todo">Put the best in the basket</todo></todos></browser-state>

const person = store.as("user");
person.skip(2);
console.log(conversation.reminder());
// → <browser-state>TODO list updated: 1 skipped, 2 todo. The user skipped 2 ("Compare three").</browser-state>

person.addAfterPosition(0, ["Find a coupon"]);
const [tool] = conversation.tools;
// The model has not seen the coupon.
console.log(tool.call({ action: "complete_multiple", ids: [3] }).text);
// → {"ok":true,"output":"Completed TODOs: 3"}
console.log(store.getAll()[3]?.content, store.getAll()[3]?.status);
// → Put the best in the basket done
