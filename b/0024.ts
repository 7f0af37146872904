import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Wrap it", "Pay"]);
const model = new Conversation(store);
model.remind([{ role: "user", content: "Buy a kettle" }]); // 1

const person = store.as("user");
person.skip(2, "not a gift");
person.addAfterPosition(0, ["Find a coupon"]); // 2

const [tool] = model.tools;
const call = { action: "complete_multiple", ids: [1, 2] };
console.log(tool.call(call).text); // 3 to 5
console.log(store.markdown().trim());
