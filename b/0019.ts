import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple([
  "Find a kettle",
  "Pay",
  "Compare three",
  "Read the reviews",
]);
store.edit("t3", { parent: "t1" });
store.edit("t4", { parent: "t3" });
console.log(
  store
    .getAll()
    .map(({ id, content, parent }) =>
      `${id} ${content} ${parent ?? ""}`.trim(),
    )
    .join(" | "),
);
// → 1 Find a kettle | 2 Compare three t1 | 3 Read the reviews t3 | 4 Pay
console.log(store.getNextTodo()?.content); // → Read the reviews
