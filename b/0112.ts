import {
  Conversation,
  init,
  type PreviewTodo,
  TodoStore,
} from "agent-todos";

await init();
const conversation = new Conversation(new TodoStore(), {
  dialect: "TodoWrite",
});
const call = { id: "call_1", name: "TodoWrite", arguments: "" };
for (const delta of [
  '{"todos":[{"content":"Find a kettle","status":',
  '"pending"},{"content":"P',
]) {
  call.arguments += delta;
  conversation.preview(call.name, call.arguments, call.id);
}
const todos: readonly PreviewTodo[] = conversation.writing ?? [];
console.log(todos.map(({ content, changed }) => [content, changed]));
// → [ [ 'Find a kettle', true ] ]
