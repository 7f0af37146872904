import { init, TodoRun, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const run = new TodoRun(store, { maxCallsPerTodo: 2 });
let step = run.next();
while (
  step.do !== "finished" &&
  step.do !== "failed" &&
  step.do !== "aborted"
) {
  if (step.do === "plan") run.planned(["Find a kettle", "Pay"]);
  else if (step.do === "execute") run.executed("done");
  else if (step.do === "verify") run.verified(true);
  else if (step.do === "validate") run.validated(step.open === 0);
  step = run.next();
}
console.log(step.do, store.isAllDoneOrSkipped());
// → finished true
