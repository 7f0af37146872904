import { Conversation, init, TodoStore } from "agent-todos";
import {
  promptToolOptions,
  promptWithTools,
  type PromptSession,
} from "agent-todos/prompt-api";

declare const LanguageModel: {
  // The browser's own.
  create(options: object): Promise<PromptSession>;
};

await init();
const conversation = new Conversation(new TodoStore());
const session = await LanguageModel.create(promptToolOptions(conversation));
const text = await promptWithTools(session, "Buy a kettle", conversation, {
  signal: AbortSignal.timeout(60_000),
});
