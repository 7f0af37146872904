import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { isStepCount, ToolLoopAgent, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";

/** A model that makes these calls, one for each request, and then stops. */
function scripted(...calls: { toolName: string; input: object }[]) {
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  const answers = calls.map(({ toolName, input }, at) => ({
    type: "tool-call" as const,
    toolCallId: `call-${at}`,
    toolName,
    input: JSON.stringify(input),
  }));
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const call = answers.shift();
      const unified = call ? ("tool-calls" as const) : ("stop" as const);
      return {
        content: call ? [call] : [{ type: "text", text: "Done." }],
        finishReason: { unified, raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

const plan = (...statuses: string[]) => ({
  toolName: "update_plan",
  input: {
    plan: ["Find a kettle", "Compare three"].map((step, at) => ({
      step,
      status: statuses[at],
    })),
  },
});

test("a todo that the person skips stays skipped", async () => {
  const store = new TodoStore();
  const conversation = new Conversation(store, { dialect: "update_plan" });
  const open = tool({
    inputSchema: z.object({}),
    execute: async () => {
      store.as("user").skip(2, "one is enough"); // the person
      return "opened";
    },
  });
  const model = scripted(
    plan("in_progress", "pending"),
    { toolName: "open", input: {} },
    plan("completed", "in_progress"), // the old plan, once more
  );
  const agent = new ToolLoopAgent({
    model,
    tools: { ...todoTools(conversation), open },
    prepareStep: todoPrepareStep(conversation),
    stopWhen: isStepCount(10),
  });
  await agent.generate({ prompt: "Buy a kettle" });
  const statuses = store.todos.map(({ status }) => status);
  assert.deepEqual(statuses, ["done", "skipped"]);
  // The model has read the person's reason.
  const { prompt } = model.doGenerateCalls[2] ?? {};
  assert.match(JSON.stringify(prompt), /one is enough/);
});
