import { init, runAgent, TodoStore } from "agent-todos";
import "agent-todos/element";

await init();
const store = new TodoStore();
const run = runAgent({
  store,
  plan: () => ["Find a kettle", "Compare three", "Wrap it", "Pay"],
  execute: () =>
    new Promise<"done">((end) => setTimeout(end, 3000, "done")),
});
const panel = document.createElement("agent-todos");
document.body.append(Object.assign(panel, { list: store, run }));
