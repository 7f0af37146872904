import type { Message, Tool } from "./types";

const todos = [
  "Open the shop",
  "Compare three kettles",
  "Put the best one into the basket",
];
const plan = {
  action: "add_multiple",
  todos: todos.map((content) => ({ content })),
};

/** The model's next message. */
export async function ask(
  messages: Message[],
  _tools: Tool[],
  _signal: AbortSignal,
): Promise<Message> {
  // So that you can watch.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const last = messages.findLast(
    ({ content }) => !content?.startsWith("<"),
  ); // not a reminder
  if (!last?.content?.startsWith("Plan"))
    return { role: "assistant", content: "Done." };
  const called = { name: "todo_manager", arguments: JSON.stringify(plan) };
  return {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: crypto.randomUUID(), type: "function", function: called },
    ],
  };
}
