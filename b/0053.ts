import { init, TaskStore, tools } from "agent-todos/tasks";

await init();
const tasks = new TaskStore();
const { id } = tasks.add("ann", {
  title: "Buy groceries",
  due_date: "2026-02-05",
});
tasks.update("ann", id, { priority: "high" });
console.log(
  tasks
    .list("ann", "pending")
    .map(({ title, priority }) => `${title}: ${priority}`),
);
// → [ 'Buy groceries: high' ]
const [, , , completeTask] = tools(tasks);
// It is Ann's, so Bob learns nothing.
console.log(completeTask.call({ user_id: "bob", task_id: id }).text);
// → {"success":false,"error":{"code":"task_not_found","message":"Task not found"}}
