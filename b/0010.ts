import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle"]);
const conversation = new Conversation(store);
// A message in the form of your framework.
const makeMessage = (text: string) => ({ role: "user", parts: [{ text }] });
const beforeRequest = (
  messages: { role: string; parts: { text: string }[] }[],
) => conversation.remind(messages, makeMessage);
const messages = [makeMessage("Buy a kettle")];
console.log(
  beforeRequest(messages).length,
  beforeRequest(messages).length,
  messages.length,
);
// → 2 2 1
