import { createMcpServer } from "agent-todos/mcp";
import { memoryStorage } from "agent-todos";
import { taskStorage } from "agent-todos/tasks";

const tasks = taskStorage(memoryStorage()); // postgresStorage(url)
const server = createMcpServer({
  tasks,
  user: "ann",
  onCall: ({ tool, milliseconds }) => console.log(tool, milliseconds),
});
