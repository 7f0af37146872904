import { Conversation, reporting, TodoStore } from "agent-todos";
import {
  agentTodosMiddleware,
  reportingTools,
} from "agent-todos/langchain";
import { AIMessage, createAgent, fakeModel, tool } from "langchain";
import { z } from "zod";

const model = fakeModel() // your model
  .respondWithTools([
    {
      name: "open",
      args: {
        url: "https://shop.example/",
        plan_update: ["Find a kettle", "Pay"],
        current_plan_item: 0,
      },
    },
  ])
  .respondWithTools([
    {
      name: "open",
      args: { url: "https://shop.example/pay", current_plan_item: 1 },
    },
  ])
  .respond(new AIMessage("It is paid."));
const store = new TodoStore();
const conversation = new Conversation(store);
const report = reporting(conversation, { planner: "model" });
const open = tool(({ url }) => `opened ${url}`, {
  name: "open",
  description: "Opens a page",
  schema: z.object({ url: z.url() }),
});
const agent = createAgent({
  model,
  systemPrompt: `You shop for the user.\n\n${report.prompt}`,
  tools: reportingTools(report, [open]),
  middleware: [
    agentTodosMiddleware({ stores: conversation, tools: false }),
  ],
});
await agent.invoke({ messages: "Buy a kettle" });
console.log(
  store
    .getAll()
    .map(({ content, status }) => `${content}: ${status}`)
    .join(", "),
);
// → Find a kettle: done, Pay: doing
