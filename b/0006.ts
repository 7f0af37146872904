import { init, TodoStore, tools } from "agent-todos";

await init();
const store = new TodoStore();
const [tool] = tools(store);
const { validate } = tool.inputSchema["~standard"];
const call = { action: "complete_multiple", ids: [1] };
console.log(
  validate(call).issues,
  validate({ action: "add_multiple", todos: [""] }).issues?.[0]?.message,
);
// → undefined item 1 is empty: say in a few words what is to be done
console.log(tool.check(call).error);
// → there is no todo 1: the list is empty
store.addMultiple(["Find a kettle"]);
const { ok, output, changed } = tool.check(call);
console.log(ok, output, changed, store.getAll()[0]?.status);
// → true Completed TODOs: 1 true todo
