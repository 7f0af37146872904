import {
  Conversation,
  connect,
  init,
  runAgent,
  TodoStore,
} from "agent-todos";
import { type FollowedRun, follow } from "agent-todos/follow";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const owner = connect(store, { name: "errands", conversation });

// In any other context of the origin.
const panel = await follow({ name: "errands" });
const run: FollowedRun = panel.run;
const types = new Set<string>();
run.subscribe(() => types.add(run.event?.type ?? "begun"));

owner.run = runAgent({
  store,
  conversation,
  plan: () => ["Find a kettle"],
  execute: async () => "done",
});
await owner.run.result;
// The last event is still on its way.
await new Promise((resolve) => setTimeout(resolve, 100));
console.log([...types].join(" "), run.result?.status);
// → begun planning planned executing done validating finished finished
await panel.stop();
await owner.stop();
