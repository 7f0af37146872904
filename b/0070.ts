import { init, runAgent, TodoStore } from "agent-todos";

await init();
// A plan that is too long is refused, and asked for again.
const store = new TodoStore({ maxTodos: 8 });
const model = async (prompt: string) =>
  prompt.startsWith("Plan")
    ? "Sure!\n1. Open the shopping cart\n2. Pay"
    : "ok"; // yours

const run = runAgent({
  store,
  plan: ({ because }) =>
    model(`Plan: buy a kettle. One step a line. ${because}`),
  execute: async ({ todo }) => {
    // Then look at the page, not at what the model says.
    await model(todo.content);
    return "done";
  },
  validate: ({ open }) => ({ isComplete: open === 0 }),
});
console.log((await run.result).status, store.markdown().trim());
// → finished - [x] Open the shopping cart
// → - [x] Pay
