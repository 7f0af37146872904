import { connect, init, TodoStore } from "agent-todos";
import { follow } from "agent-todos/follow";

await init();
const owner = connect(new TodoStore(), { name: "shopping" });

// In any other context of the origin.
const follower = await follow({ name: "shopping" });
follower.subscribe(({ revision, by }) =>
  console.log(
    revision,
    by,
    follower.todos.map(({ content, status }) => `${content}: ${status}`),
  ),
);
// A method of the store, which returns a promise here.
await follower.add("Find a kettle");
// → 1 user [ 'Find a kettle: todo' ]
const { text } = await follower.callTool(
  "todo_manager",
  '{"action":"complete_multiple","todos":[],"ids":[1]}',
);
// → 2 model [ 'Find a kettle: done' ]
console.log(text);
// → {"ok":true,"output":"Completed TODOs: 1"}
// refused there, a TodoError here
await follower.complete(7).catch(({ code }) => console.log(code));
// → unknown_id
await follower.stop();
await owner.stop();
