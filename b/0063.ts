import { Agent, run } from "@openai/agents";
import { Conversation, TodoStore } from "agent-todos";
import {
  todoInputFilter,
  todoPreviews,
  todoTools,
} from "agent-todos/openai-agents";

const conversation = new Conversation(new TodoStore());
const agent = new Agent({
  name: "shopper",
  tools: todoTools(conversation),
});
const callModelInputFilter = todoInputFilter(conversation);
const events = await run(agent, "Buy a kettle", {
  callModelInputFilter,
  stream: true,
});
for await (const event of todoPreviews(conversation, events))
  console.log(event.type);
