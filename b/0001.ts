import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store, { dialect: "update_plan" });
// For the model: its name, description and inputSchema.
const [tool] = conversation.tools;

// The model calls the tool. Pass on what it sent, parsed or as JSON text.
const plan = [
  { step: "Find a kettle", status: "in_progress" },
  { step: "Compare three", status: "todo" },
];
console.log(tool.call({ plan }).text);

// A person skips a todo. Before the next request, the model reads it.
conversation.reminder();
store.as("user").skip(2, "one is enough");
console.log(conversation.reminder());
