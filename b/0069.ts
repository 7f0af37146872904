import { Conversation, init, persist, TodoStore } from "agent-todos";
import {
  promptToolOptions,
  promptWithTools,
  type PromptSession,
} from "agent-todos/prompt-api";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";

declare const LanguageModel: {
  // The browser's own.
  create(options: object): Promise<PromptSession>;
};

await init();
const store = new TodoStore();
const persistence = await persist(store, indexedDbStorage(), "todos");
const { conversation: savedConversation } = persistence.saved;
// Stored before the model reads the answer.
const options = { onChange: () => persistence.flushed() };
const conversation =
  savedConversation === undefined
    ? new Conversation(store, options)
    : Conversation.fromCheckpoint(store, savedConversation, options);
persistence.keep({ conversation });
const session = await LanguageModel.create(promptToolOptions(conversation));
await promptWithTools(
  session,
  savedConversation === undefined ? "Buy a kettle" : "Go on",
  conversation,
);
