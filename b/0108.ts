import { Conversation, TodoStore } from "agent-todos";
import {
  type TodoDataTypes,
  todoPrepareStep,
  todoTools,
  writeTodos,
} from "agent-todos/ai-sdk";
import {
  createUIMessageStream,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  type UIMessage,
} from "ai";

const store = new TodoStore();
const conversation = new Conversation(store);
export function POST(): Response {
  const stream = createUIMessageStream<UIMessage<unknown, TodoDataTypes>>({
    async execute({ writer }) {
      const stop = writeTodos(writer, conversation);
      const result = streamText({
        model: "openai/gpt-5",
        prompt: "Buy a kettle",
        tools: todoTools(conversation),
        prepareStep: todoPrepareStep(conversation),
        stopWhen: isStepCount(20),
      });
      writer.merge(result.toUIMessageStream());
      await result.consumeStream();
      stop();
    },
  });
  return createUIMessageStreamResponse({ stream });
}
