import { init, runAgent, TodoStore } from "agent-todos";

await init();
const store = new TodoStore({ confirmDone: true });
const run = runAgent({
  store,
  plan: () => ["Pay"],
  execute: async ({ feedback }) => ({
    status: "done",
    evidence: feedback ? "receipt K-7" : "",
  }),
  verify: ({ todo }) =>
    todo.evidence ? true : { isDone: false, reason: "show the receipt" },
  validate: () => ({ isComplete: true }),
});
console.log(
  (await run.result).status,
  store.getAll().map(({ status, evidence }) => `${status}: ${evidence}`),
);
// → finished [ 'done: receipt K-7' ]
