import { Conversation, init, TodoStore } from "agent-todos";
import { scribe, type Ask } from "agent-todos/scribe";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const answers = [
  '{"doing":0,"done":[],"failed":[],"open":[],"add":["Look","Pay"]}',
  '{"doing":2,"done":[1],"failed":[],"open":[],"add":[]}',
];
const ask: Ask = async () => answers.shift() ?? "{}"; // your small model
const keeper = scribe(conversation, {
  ask,
  task: "Buy a kettle",
  plan: true,
});

keeper.record({
  call: { name: "search", args: { for: "kettle" } },
  result: "3 kettles found",
}); // your agent's steps
await keeper.idle(); // for this example: an agent goes on
console.log(
  store
    .getAll()
    .map(({ content, status }) => `${content}: ${status}`)
    .join(", "),
);
// → Look: done, Pay: doing
await keeper.finish();
