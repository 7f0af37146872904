import { type Decision, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle"]);
const person = store.as("user");
person.skip("t1", "I have one");
console.log(
  store
    .history()
    .map(({ revision, by }) => `${revision} ${by}`)
    .join(", "),
);
// → 0 agent, 1 agent, 2 user
const decision: Decision | undefined = store.decisions()[1];
console.log(`${decision?.key} ${decision?.aspect}: ${decision?.by}`);
// → t1 state: user
