import { generateText, type LanguageModel, type ToolSet } from "ai";
import type { Scribe, ScribeCall, ScribeStep } from "agent-todos/scribe";

declare const keeper: Scribe;
declare const model: LanguageModel;
declare const tools: ToolSet; // without a todo tool

await generateText({
  model,
  tools,
  prompt: "Buy a kettle",
  onStepEnd({ text, toolResults }) {
    for (const { toolName, input, output } of toolResults) {
      const call: ScribeCall = { name: toolName, args: input };
      const step: ScribeStep = { call, result: output };
      keeper.record(step);
    }
    keeper.record({ text });
  },
});
await keeper.finish(); // once more, now that the task has ended
