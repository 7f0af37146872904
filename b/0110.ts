import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import "agent-todos/element";
import { isStepCount, type ModelMessage, ToolLoopAgent } from "ai";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const panel = document.createElement("agent-todos");
panel.list = store;
panel.conversation = conversation; // shows what the model is still writing

const ollama = createOpenAICompatible({
  name: "ollama",
  baseURL: "http://localhost:11434/v1",
}); // your model
const agent = new ToolLoopAgent({
  model: ollama("qwen3"),
  tools: todoTools(conversation),
  prepareStep: todoPrepareStep(conversation),
  stopWhen: isStepCount(20),
});

const messages: ModelMessage[] = [];
const chat = document.createElement("ol");
const say = (text: string) =>
  chat.appendChild(
    Object.assign(document.createElement("li"), { textContent: text }),
  );
const form = document.createElement("form");
form.innerHTML =
  '<input name="message" aria-label="Message"><button>Send</button>';
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = String(new FormData(form).get("message"));
  form.reset();
  say(text);
  messages.push({ role: "user", content: text });
  const answer = say("");
  const { textStream, responseMessages } = await agent.stream({ messages });
  for await (const piece of textStream) answer.append(piece);
  messages.push(...(await responseMessages));
});
document.body.append(panel, chat, form);
