import { Conversation, init, TodoStore } from "agent-todos";
import "agent-todos/element";

await init();
const store = new TodoStore();
const element = document.createElement("agent-todos");
element.list = store; // or what `follow()` returns
// Shows whether the agent has read the person's changes.
element.conversation = new Conversation(store);
element.mode = "review"; // the plan with "Approve and start"
element.addEventListener("approve", () => (element.mode = "list"));
document.body.append(element);
