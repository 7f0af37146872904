import { init, runAgent, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const run = runAgent({
  store,
  approve: "person",
  plan: ({ changes }) => [
    changes === "cheaper please" ? "Buy a cheap kettle" : "Buy a kettle",
  ],
  execute: async () => "done",
});
const answers = [
  () => run.reject("cheaper please"),
  () => run.approve({ revision: store.revision }),
];
for await (const event of run.events)
  if (event.type === "approving") {
    console.log(store.getAll().at(-1)?.content); // what a page would show
    await answers.shift()?.();
  }
// → Buy a kettle
// → Buy a cheap kettle
console.log((await run.result).status);
// → finished
