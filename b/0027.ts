import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

const texts = ["Find a kettle", "Compare three", "Pay"];
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
let done = 0;

/** The next answer: the plan with one more todo done, or a text. */
function answer() {
  const end = done > texts.length;
  const plan = texts.map((step, at) => ({
    step,
    status: at < done ? "completed" : at > done ? "pending" : "in_progress",
  }));
  done = end ? 0 : done + 1;
  const input = JSON.stringify({ plan });
  const call = { toolCallId: crypto.randomUUID(), toolName: "update_plan" };
  const text = [
    { type: "text-start" as const, id: "1" },
    { type: "text-delta" as const, id: "1", delta: "It is done." },
    { type: "text-end" as const, id: "1" },
  ];
  const unified = end ? ("stop" as const) : ("tool-calls" as const);
  return [
    { type: "stream-start" as const, warnings: [] },
    ...(end ? text : [{ type: "tool-call" as const, ...call, input }]),
    {
      type: "finish" as const,
      usage,
      finishReason: { unified, raw: undefined },
    },
  ];
}

/** For a real model: export const model = "openai/gpt-5"; */
export const model = new MockLanguageModelV4({
  doStream: async () => ({
    stream: simulateReadableStream({
      chunks: answer(),
      initialDelayInMs: 2000,
    }),
  }),
});
