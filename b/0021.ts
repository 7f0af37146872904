import { init, runAgent, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const run = runAgent({
  store,
  plan: ({ suggestions }) =>
    suggestions.length > 0
      ? suggestions
      : ["Find a kettle", "Put it in the basket"],
  execute: async ({ todo, toolCalled }) => {
    // Before each tool call: a todo has five, then this throws.
    toolCalled();
    if (todo.content === "Put it in the basket")
      throw new Error("sold out");
    return "done";
  },
  validate: () => ({
    isComplete: store.getAll().at(-1)?.status === "done",
    suggestions: ["Take the blue one"],
  }),
});
for await (const event of run.events)
  if (event.type === "skipped")
    console.log(event.todo.content, "|", event.reason);
// → Put it in the basket | sold out
console.log((await run.result).status, store.markdown().trim());
// → finished - [x] Find a kettle
// → - [failed] Put it in the basket
// → - [x] Take the blue one
