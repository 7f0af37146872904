import { init, TodoStore, tools } from "agent-todos";

await init();
const store = new TodoStore();
const [asked] = tools(store);
const [edited] = tools(store.as("user"));
asked.call({ action: "add_multiple", todos: ["Find a kettle", "Pay"] });
// The model asked to skip 1, and the user said 2.
edited.call({ action: "skip", ids: [2] });
console.log(asked.call({ action: "complete_multiple", ids: [2] }).error);
