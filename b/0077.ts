import type { Message, Tool } from "./types";

const endpoint = "http://localhost:11434/v1/chat/completions";
const model = "qwen3";

/** The model's next message. */
export async function ask(
  messages: Message[],
  tools: Tool[],
  signal: AbortSignal,
): Promise<Message> {
  const functions = tools.map(
    ({ name, description, inputSchema: parameters }) => ({
      name,
      description,
      parameters,
    }),
  );
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model,
      messages,
      tools: functions.map((one) => ({ type: "function", function: one })),
    }),
    signal,
  });
  if (!response.ok)
    throw new Error(`the model answered with ${response.status}`);
  return (await response.json()).choices[0].message;
}
