import { Conversation, init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple([
  "Find a kettle",
  "Read the reviews",
  "Write the summary",
]);

const researcher = new Conversation(store, {
  name: "researcher",
  dialect: "Task",
});
const writer = new Conversation(store, { name: "writer", dialect: "Task" });
const call = (agent: Conversation, tool: string, args: object) =>
  agent.tools.find(({ name }) => name === tool)?.call(args).text;
researcher.reminder();
writer.reminder();

call(researcher, "TaskUpdate", { taskId: "1", status: "in_progress" });
console.log(writer.reminder());
console.log(
  call(writer, "TaskUpdate", { taskId: "1", status: "completed" }),
);

// It starts a todo of its own, next to the other one.
call(writer, "TaskUpdate", { taskId: "3", status: "in_progress" });
console.log(
  store
    .getAll()
    .map(
      ({ content, status, owner }) =>
        `${content}: ${status}, ${owner ?? "nobody"}`,
    )
    .join("\n"),
);
