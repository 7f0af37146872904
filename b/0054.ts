import { memoryStorage } from "agent-todos";
import {
  init,
  type StoredTaskTool,
  taskStorage,
  tools,
} from "agent-todos/tasks";

await init();
// postgresStorage(url), or any other storage.
const tasks = taskStorage(memoryStorage());
const { id } = await tasks.add("ann", { title: "Buy groceries" });
console.log(
  await tasks.complete("ann", id),
  (await tasks.list("bob")).length,
);
// → true 0
const [addTask]: StoredTaskTool[] = tools(tasks, { user: "ann" });
console.log((await addTask?.execute({ title: "Call the shop" }))?.ok);
// → true
