import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find the bug"]);
const conversation = new Conversation(store, {
  dialect: "TodoWrite",
  tag: "todo-list",
});
const [tool] = conversation.tools;
// Your framework sends this description.
tool.description += " Add a todo for the tests of each change.";
const systemPrompt = `You write code.\n\n${conversation.prompt()}`;
console.log(systemPrompt.includes("TodoWrite"), conversation.reminder());
// → true <todo-list>TODO list updated. Current state:
// → <todos><todo id="1" status="pending">Find the bug</todo></todos></todo-list>
