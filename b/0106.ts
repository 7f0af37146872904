import { Conversation, persist, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { fileStorage } from "agent-todos/storage/file";
import { generateText, isStepCount, type ModelMessage } from "ai";

const store = new TodoStore();
const persistence = await persist(store, fileStorage("lists"), "ann");
const { conversation: savedConversation, messages: savedMessages = "[]" } =
  persistence.saved;
const conversation =
  savedConversation === undefined
    ? new Conversation(store)
    : Conversation.fromCheckpoint(store, savedConversation);
const messages: ModelMessage[] = JSON.parse(savedMessages);
persistence.keep({
  conversation,
  messages: { checkpoint: () => JSON.stringify(messages) },
});

messages.push({
  role: "user",
  content: messages.length === 0 ? "Buy a kettle" : "Go on",
});
const request = [...messages];
await generateText({
  model: "openai/gpt-5",
  messages: request,
  tools: todoTools(conversation),
  prepareStep: todoPrepareStep(conversation),
  stopWhen: isStepCount(20),
  onStepEnd: async ({ response }) => {
    messages.push(...response.messages); // of this step
    // Stores the list, the conversation and the messages in one write.
    await persistence.flushed();
  },
});
await persistence.stop();
