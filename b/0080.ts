import { Conversation, TodoStore } from "agent-todos";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { createAgent } from "langchain";

const conversation = new Conversation(new TodoStore());
const agent = createAgent({
  model: "openai:gpt-5",
  middleware: [agentTodosMiddleware({ stores: conversation })],
});
const answer = await agent.stream(
  { messages: "Buy a kettle" },
  { streamMode: "messages" },
);
for await (const [message] of answer) console.log(message.text);
