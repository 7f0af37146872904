import { init, runAgent, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const run = runAgent({
  store,
  plan: () => ["Log in", "Find a kettle"],
  async execute({ todo }) {
    if (todo.content === "Log in" && todo.answer === undefined)
      return {
        status: "waiting",
        for: "user",
        question: "Which code did the shop send you?",
      };
    console.log(todo.content, todo.answer);
    return "done";
  },
});
for await (const event of run.events)
  if (event.type === "waiting")
    // The person.
    for (const { key } of event.todos) store.as("user").answer(key, "1234");
console.log((await run.result).status);
// → Find a kettle undefined
// → Log in 1234
// → finished
