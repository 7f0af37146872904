import { type Content, GoogleGenAI } from "@google/genai";
import { Conversation, TodoStore } from "agent-todos";

const store = new TodoStore();
// Gemini CLI's tool
const conversation = new Conversation(store, { dialect: "write_todos" });
const [tool] = conversation.tools;
const { name, description, inputSchema: parametersJsonSchema } = tool;
const contents: Content[] = [
  { role: "user", parts: [{ text: "Buy a kettle" }] },
];
const config = {
  systemInstruction: conversation.prompt(),
  tools: [
    { functionDeclarations: [{ name, description, parametersJsonSchema }] },
  ],
};
for (;;) {
  const reminder = conversation.reminder();
  if (reminder !== undefined)
    contents.push({ role: "user", parts: [{ text: reminder }] });
  const { candidates, functionCalls = [] } = await new GoogleGenAI(
    {},
  ).models.generateContent({ model: "gemini-2.5-flash", contents, config });
  const content = candidates?.[0]?.content;
  if (content) contents.push(content);
  if (functionCalls.length === 0) break;
  const parts = functionCalls.map(({ args, ...call }) => ({
    functionResponse: {
      ...call,
      response: { output: tool.call(args).text },
    },
  }));
  contents.push({ role: "user", parts });
}
console.log(
  store.todos
    .map(({ content, status }) => `${content}: ${status}`)
    .join(", "),
);
// → Find a kettle: doing, Pay: todo
