import { init, TodoStore } from "agent-todos";
import { acpPlan } from "agent-todos/acp";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Compare three"]);
store.skip(2, "one is enough");
const todos = store.getAll();
const send = (update: unknown) => console.log(JSON.stringify(update));
send(acpPlan(undefined, todos));
// → {"sessionUpdate":"plan","entries":[{"content":"Find a kettle","priority":"medium","status":"pending"},{"content":"Compare three","priority":"medium","status":"completed"}]}

// The version that initialize settled.
send(acpPlan(undefined, todos, { protocolVersion: 2, planId: "errands" }));
// → {"sessionUpdate":"plan_update","plan":{"type":"items","planId":"errands","entries":[{"content":"Find a kettle","priority":"medium","status":"pending"},{"content":"Compare three","priority":"medium","status":"cancelled"}]}}
