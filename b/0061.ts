import { Agent, run } from "@openai/agents";
import { Conversation, TodoStore } from "agent-todos";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";

// One for each session.
const conversation = new Conversation(new TodoStore());
const agent = new Agent({
  name: "shopper",
  tools: todoTools(conversation),
});
const callModelInputFilter = todoInputFilter(conversation);
const { finalOutput } = await run(agent, "Buy a kettle", {
  callModelInputFilter,
});
