import { Conversation, init, TodoStore } from "agent-todos";

type Call = { id: string; function: { name: string; arguments: string } };
type Message = {
  role: string;
  content: string | null;
  tool_calls?: Call[];
  tool_call_id?: string;
};

await init();
const conversation = new Conversation(new TodoStore());
const [todoManager] = conversation.tools;
const { name, description, inputSchema: parameters } = todoManager;
const messages: Message[] = [
  { role: "system", content: conversation.prompt() },
  { role: "user", content: "Buy a kettle" },
];
for (;;) {
  const toSend = conversation.remind(messages);
  const response = await fetch(
    "http://localhost:11434/v1/chat/completions",
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model: "qwen3",
        messages: toSend,
        tools: [
          { type: "function", function: { name, description, parameters } },
        ],
      }),
    },
  );
  const { choices }: { choices: [{ message: Message }] } = JSON.parse(
    await response.text(),
  );
  const [{ message }] = choices;
  messages.push(message);
  for (const { id, function: call } of message.tool_calls ?? [])
    messages.push({
      role: "tool",
      tool_call_id: id,
      content: todoManager.call(call.arguments, id).text,
    });
  if (!message.tool_calls?.length) break;
}
