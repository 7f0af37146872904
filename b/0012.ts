import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const messages: object[] = [];

function say(content: string) {
  messages.push({ role: "user", content });
  return conversation.remind(messages); // send these to your model
}

/** The model calls the tool. */
function call(id: string, args: object) {
  const outcome = conversation.tools[0].call(args, id);
  messages.push({
    role: "assistant",
    tool_calls: [
      {
        id,
        function: { name: "todo_manager", arguments: JSON.stringify(args) },
      },
    ],
  });
  messages.push({ role: "tool", tool_call_id: id, content: outcome.text });
}

/** The user edits the message at this place. */
function edit(place: number, content: string) {
  messages.splice(place); // it and all after it
  conversation.rewind(messages);
  return say(content);
}

say("Buy a kettle");
call("1", {
  action: "add_multiple",
  todos: [{ content: "Find a kettle" }, { content: "Pay" }],
});
const place = messages.length;
say("Buy it now");
call("2", { action: "complete_multiple", ids: [1, 2] });
store.as("user").edit(2, { priority: "high" });

edit(place, "Wait for a sale");
console.log(
  store
    .getAll()
    .map(({ content, status, priority }) =>
      `${content}: ${status} ${priority ?? ""}`.trim(),
    )
    .join(", "),
);
// → Find a kettle: todo, Pay: todo high
