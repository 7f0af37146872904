import { Conversation, init, reporting, TodoStore } from "agent-todos";
import {
  promptToolOptions,
  promptWithTools,
  reportingTools,
  type PromptSession,
  type PromptTool,
} from "agent-todos/prompt-api";

declare const LanguageModel: {
  // The browser's own.
  create(options: object): Promise<PromptSession>;
};
declare const open: PromptTool; // a tool of yours

await init();
const conversation = new Conversation(new TodoStore());
const report = reporting(conversation, { planner: "model" });
const tools = reportingTools(report, [open]);
const session = await LanguageModel.create({
  ...promptToolOptions(conversation, tools, { todoTools: false }),
  initialPrompts: [{ role: "system", content: report.prompt }],
});
await promptWithTools(session, "Buy a kettle", conversation, {
  tools,
  todoTools: false,
});
