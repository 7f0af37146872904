import { Conversation, init, reporting, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const report = reporting(conversation, { planner: "model" });
const messages = [
  { role: "system", content: report.prompt },
  { role: "user", content: "Buy a kettle" },
];
const parameters = report.extend({
  type: "object",
  properties: { url: { type: "string" } },
}); // of your tool, for the request
const sent =
  // What the model sent.
  '{"url":"https://shop.example/","plan_update":["Find a kettle","Pay"]}';
const { args, outcome } = report.take(sent);
conversation.appendReminder(messages);
console.log(args, outcome?.ok);
// → { url: 'https://shop.example/' } true
console.log(store.todos.map(({ content, status }) => [content, status]));
// → [ [ 'Find a kettle', 'doing' ], [ 'Pay', 'todo' ] ]
