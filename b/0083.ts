import { MemorySaver } from "@langchain/langgraph";
import { Conversation, TodoStore } from "agent-todos";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { createAgent, createMiddleware } from "langchain";
import { z } from "zod";

const conversation = new Conversation(new TodoStore());
const keepRevision = createMiddleware({
  name: "keepRevision",
  stateSchema: z.object({ listRevision: z.number().default(0) }),
  beforeModel: () => ({ listRevision: conversation.store.revision }),
});
const agent = createAgent({
  model: "openai:gpt-5",
  middleware: [
    agentTodosMiddleware({ stores: conversation }),
    keepRevision,
  ],
  checkpointer: new MemorySaver(),
});

export async function fork(
  messages: string,
  checkpoint: { configurable: Record<string, unknown> },
) {
  const { values } = await agent.graph.getState(checkpoint);
  conversation.rewind(values.listRevision);
  return agent.invoke({ messages }, checkpoint);
}
