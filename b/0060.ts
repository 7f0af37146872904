import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { TodoStore } from "agent-todos";
import { createMcpServer } from "agent-todos/mcp";

const server = createMcpServer({
  store: new TodoStore(),
  dialect: "TodoWrite",
});
const client = new Client({ name: "my-agent", version: "1.0.0" });
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(ours), client.connect(theirs)]);
const todos = [
  {
    content: "Find a kettle",
    status: "pending",
    activeForm: "Finding a kettle",
  },
];
const { content } = await client.callTool({
  name: "TodoWrite",
  arguments: { todos },
});
for (const part of content)
  if (part.type === "text") console.log(part.text);
// → Todos updated
// → <browser-state>TODO list updated. Current state:
// → <todos><todo id="1" status="pending">Find a kettle</todo></todos></browser-state>
