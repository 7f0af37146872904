import { Conversation, reporting, TodoStore } from "agent-todos";
import { reportingTools, todoPrepareStep } from "agent-todos/ai-sdk";
import { isStepCount, ToolLoopAgent, tool } from "ai";
import { z } from "zod";

const store = new TodoStore();
store.addMultiple(["Find a kettle", "Pay"]);
const conversation = new Conversation(store);
const report = reporting(conversation); // the program wrote the plan
const open = tool({
  description: "Opens a page",
  inputSchema: z.object({ url: z.url() }),
  execute: async ({ url }) => `opened ${url}`,
});
const agent = new ToolLoopAgent({
  model: "openai/gpt-5",
  instructions: `You shop for the user.\n\n${report.prompt}`,
  tools: reportingTools(report, { open }), // in place of todoTools
  prepareStep: todoPrepareStep(conversation),
  stopWhen: isStepCount(20),
});
