import { MemorySaver } from "@langchain/langgraph";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { AIMessage, createAgent, fakeModel } from "langchain";

const model = fakeModel() // your model
  .respondWithTools([
    {
      name: "write_todos",
      args: {
        todos: [
          { content: "Find a kettle", status: "pending" },
          { content: "Pay", status: "pending" },
        ],
      },
    },
  ])
  .respondWithTools([
    {
      name: "write_todos",
      args: {
        todos: [
          { content: "Find a kettle", status: "pending" },
          { content: "Pay", status: "completed" },
        ],
      },
    },
  ])
  .respond(new AIMessage("It is paid."));
const agent = createAgent({
  model,
  middleware: [agentTodosMiddleware()],
  checkpointer: new MemorySaver(),
});
const { messages, todos } = await agent.invoke(
  { messages: "Buy a kettle" },
  { configurable: { thread_id: "ann" } },
);
console.log(
  todos.map(({ content, status }) => `${content}: ${status}`).join(", "),
);
// → Find a kettle: pending, Pay: completed
console.log(
  messages.map((message) => message.getType()).join(" "),
  messages[2]?.text,
);
// → human ai tool ai tool ai Todos updated
