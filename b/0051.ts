import Anthropic from "@anthropic-ai/sdk";
import { Conversation, TodoStore } from "agent-todos";

const store = new TodoStore();
const conversation = new Conversation(store, { dialect: "TodoWrite" });
const [tool] = conversation.tools;
const { name, description, inputSchema: input_schema } = tool;
const tools: Anthropic.Tool[] = [{ name, description, input_schema }];
const system = conversation.prompt();
const messages: Anthropic.MessageParam[] = [
  { role: "user", content: "Buy a kettle" },
];
for (;;) {
  conversation.appendReminder(messages);
  const { content } = await new Anthropic().messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 4096,
    system,
    messages,
    tools,
  });
  messages.push({ role: "assistant", content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of content) {
    if (block.type !== "tool_use") continue;
    const { ok, text } = tool.call(block.input, block.id);
    results.push({
      type: "tool_result",
      tool_use_id: block.id,
      content: text,
      is_error: !ok,
    });
  }
  if (results.length === 0) break;
  messages.push({ role: "user", content: results });
}
console.log(
  store.todos
    .map(({ content, status }) => `${content}: ${status}`)
    .join(", "),
);
// → Find a kettle: doing, Pay: todo
