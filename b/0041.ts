import { Conversation, init, TodoStore } from "agent-todos";
import {
  promptApi,
  type Scribe,
  scribe,
  type ScribeSession,
} from "agent-todos/scribe";

declare const LanguageModel: {
  // The browser's own.
  create(options?: object): Promise<ScribeSession>;
};

await init();
const ask = promptApi(await LanguageModel.create());
const keeper: Scribe = scribe(new Conversation(new TodoStore()), {
  ask,
  task: "Buy a kettle",
  plan: true,
});
