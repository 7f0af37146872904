import { Conversation, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { isStepCount, ToolLoopAgent } from "ai";

const store = new TodoStore();
const conversation = new Conversation(store); // one for each chat
const agent = new ToolLoopAgent({
  model: "openai/gpt-5",
  tools: todoTools(conversation),
  prepareStep: todoPrepareStep(conversation),
  stopWhen: isStepCount(20),
});
const { text } = await agent.generate({ prompt: "Buy a kettle" });
