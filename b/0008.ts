import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store); // todo_manager
const [todoManager] = conversation.tools;

/** Reads what the model sent: the object, or its JSON text. */
function parse(args: unknown) {
  try {
    return typeof args === "string" ? JSON.parse(args) : args;
  } catch {
    return undefined;
  }
}

const steps = {
  name: "steps",
  description:
    "Adds steps to the plan, and finishes steps by their number.",
  inputSchema: {
    type: "object",
    properties: {
      add: { type: "array", items: { type: "string" } },
      finish: { type: "array", items: { type: "integer" } },
    },
  },
  call(args: unknown) {
    const { add: todos, finish: ids } = parse(args) ?? {};
    const calls = [];
    if (todos) calls.push({ action: "add_multiple", todos });
    if (ids) calls.push({ action: "complete_multiple", ids });
    if (calls.length === 0) return "Send add, finish, or both.";
    return calls.map((call) => todoManager.call(call).text).join("\n");
  },
};

console.log(steps.call({ add: [{ content: "Find a kettle" }, "Pay"] }));
console.log(steps.call('{"finish":"2"}'));
console.log(steps.call('{"finish":[1,7]}'));
console.log(steps.call("Done!"));
