import { init, TodoStore } from "agent-todos";
import { activityDelta, activitySnapshot } from "agent-todos/ag-ui";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle", "Pay"]);
let before = store.getAll();
// The activity message: one for each list.
const about = { messageId: "todos" };
const send = (event: unknown) => console.log(JSON.stringify(event));
send(activitySnapshot(before, about));
// → {"type":"ACTIVITY_SNAPSHOT","messageId":"todos","activityType":"PLAN","content":{"todos":[{"key":"t1","content":"Find a kettle","status":"todo"},{"key":"t2","content":"Pay","status":"todo"}]},"replace":true}
store.subscribe(() => {
  const after = store.getAll();
  // Undefined when a client would see no difference.
  const delta = activityDelta(before, after, about);
  if (delta) send(delta);
  before = after;
});
store.complete(1);
// → {"type":"ACTIVITY_DELTA","messageId":"todos","activityType":"PLAN","patch":[{"op":"replace","path":"/todos/0","value":{"key":"t1","content":"Find a kettle","status":"done"}}]}
