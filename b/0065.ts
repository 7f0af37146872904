import { Agent, type AgentInputItem, run } from "@openai/agents";
import { Conversation, persist, TodoStore } from "agent-todos";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";
import { fileStorage } from "agent-todos/storage/file";

const store = new TodoStore();
const persistence = await persist(store, fileStorage("lists"), "ann");
const { conversation: savedConversation, items: savedItems = "[]" } =
  persistence.saved;
const conversation =
  savedConversation === undefined
    ? new Conversation(store)
    : Conversation.fromCheckpoint(store, savedConversation);
let items: AgentInputItem[] = JSON.parse(savedItems);
persistence.keep({
  conversation,
  items: { checkpoint: () => JSON.stringify(items) },
});

const agent = new Agent({
  name: "shopper",
  tools: todoTools(conversation),
});
const remind = todoInputFilter(conversation);
items.push({
  role: "user",
  content: items.length === 0 ? "Buy a kettle" : "Go on",
});
const { history } = await run(agent, items, {
  callModelInputFilter: async (call) => {
    items = call.modelData.input; // every step so far
    // Stores the list, the conversation and the items in one write.
    await persistence.flushed();
    return remind(call);
  },
});
items = history;
await persistence.stop();
