import { Conversation, init, TodoStore } from "agent-todos";
import { scribe } from "agent-todos/scribe";
import type {
  ScribeOptions,
  ScribeReply,
  ScribeReport,
  ScribeTrouble,
  ScribeUsage,
} from "agent-todos/scribe";

await init();
let spent = 0;
const options: ScribeOptions = {
  ask: async (): Promise<ScribeReply> => ({
    text: "I cannot.",
    usage: { inputTokens: 310, outputTokens: 4 },
  }), // your model
  every: 2, // asks after every two steps
  timeout: 20_000, // milliseconds
  onAnswer({ usage, error }: ScribeReport) {
    const { inputTokens = 0, outputTokens = 0 }: ScribeUsage = usage ?? {};
    spent += inputTokens + outputTokens;
    console.log(spent, error);
  },
  onTrouble: ({ count, error }: ScribeTrouble) => console.log(count, error),
};
const keeper = scribe(new Conversation(new TodoStore()), options);
keeper.record({ text: "I look for a kettle." });
keeper.record({ url: "https://shop.example/", title: "Kettles" });
await keeper.idle();
// → 314 the answer has no JSON object
keeper.stop();
