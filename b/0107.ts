import { Conversation, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  type UIMessage,
} from "ai";

type Message = UIMessage<{ revision: number }>;

const store = new TodoStore();
const conversation = new Conversation(store);
const prepareStep = todoPrepareStep(conversation);
// The revision of the latest answer. Store it with the conversation.
let latest = store.revision;

export async function POST(request: Request): Promise<Response> {
  const { messages }: { messages: Message[] } = await request.json();
  const left =
    messages.findLast(({ role }) => role === "assistant")?.metadata
      ?.revision ?? 0;
  // The latest answer is no longer there.
  if (left !== latest) conversation.rewind(left);
  const result = streamText({
    model: "openai/gpt-5",
    messages: await convertToModelMessages(messages),
    tools: todoTools(conversation),
    prepareStep,
    stopWhen: isStepCount(20),
  });
  const stream = result.toUIMessageStream<Message>({
    messageMetadata({ part: { type } }) {
      if (type !== "start" && type !== "finish-step") return undefined;
      latest = store.revision;
      return { revision: latest };
    },
  });
  return createUIMessageStreamResponse({ stream });
}
