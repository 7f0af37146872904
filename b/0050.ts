import { Conversation, TodoStore } from "agent-todos";
import OpenAI from "openai";

const store = new TodoStore();
const conversation = new Conversation(store); // one for each chat
const [tool] = conversation.tools;
const { name, description, inputSchema: parameters } = tool;
const tools: OpenAI.ChatCompletionTool[] = [
  { type: "function", function: { name, description, parameters } },
];
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: "system", content: conversation.prompt() },
  { role: "user", content: "Buy a kettle" },
];
for (;;) {
  conversation.appendReminder(messages);
  const {
    choices: [choice],
  } = await new OpenAI().chat.completions.create({
    model: "gpt-5",
    messages,
    tools,
  });
  if (choice) messages.push(choice.message);
  const calls = choice?.message.tool_calls ?? [];
  for (const call of calls)
    if (call.type === "function")
      messages.push({
        role: "tool",
        tool_call_id: call.id,
        content: tool.call(call.function.arguments, call.id).text,
      });
  if (calls.length === 0) break;
}
console.log(
  store.todos
    .map(({ content, status }) => `${content}: ${status}`)
    .join(", "),
);
// → Find a kettle: doing, Pay: todo
