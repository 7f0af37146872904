import { Agent, run, tool } from "@openai/agents";
import { Conversation, reporting, TodoStore } from "agent-todos";
import { reportingTools, todoInputFilter } from "agent-todos/openai-agents";
import { z } from "zod";

const conversation = new Conversation(new TodoStore());
const report = reporting(conversation, { planner: "model" });
const open = tool({
  name: "open",
  description: "Opens a page",
  parameters: z.object({ url: z.string() }),
  execute: async ({ url }) => `opened ${url}`,
});
const agent = new Agent({
  name: "shopper",
  instructions: `You shop for the user.\n\n${report.prompt}`,
  tools: reportingTools(report, [open]), // in place of todoTools
});
const { finalOutput } = await run(agent, "Buy a kettle", {
  callModelInputFilter: todoInputFilter(conversation),
});
