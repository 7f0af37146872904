import { Conversation, TodoStore } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import { ToolLoopAgent } from "ai";

const remind = todoPrepareStep(new Conversation(new TodoStore()));
const agent = new ToolLoopAgent({
  model: "openai/gpt-5",
  prepareStep: ({ messages, stepNumber }) => ({
    ...remind({ messages: messages.slice(-40) }),
    temperature: stepNumber === 0 ? 1 : 0,
  }),
});
