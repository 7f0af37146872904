import {
  Conversation,
  init,
  memoryStorage,
  persist,
  runAgent,
  TodoStore,
} from "agent-todos";

await init();
const storage = memoryStorage(); // chromeStorage() in an extension
/** What a worker does when it starts, however often it was killed. */
const work = async () => {
  const store = new TodoStore();
  const persistence = await persist(store, storage, "todos");
  const { run: saved, conversation: savedConversation } = persistence.saved;
  const conversation =
    savedConversation === undefined
      ? new Conversation(store)
      : Conversation.fromCheckpoint(store, savedConversation);
  persistence.keep({ conversation });
  return runAgent({
    store,
    saved, // where the run stood; undefined starts a new one
    persistence, // stores the run with the list, as "run"
    conversation,
    plan: () => ["Find a kettle", "Put it in the basket"],
    execute: async ({ toolCalled }) => {
      toolCalled();
      // The call is counted, whatever happens while it is made.
      await persistence.flushed();
      return "done";
    },
    validate: ({ open }) => ({ isComplete: open === 0 }),
    on: { done: ({ todo, by }) => console.log(todo.content, "by", by) },
  }).result.then(({ status, steps }) => console.log(status, steps));
};
await work();
// → Find a kettle by agent
// → Put it in the basket by agent
// → finished 4
// the run had ended: the same result, and nothing is done twice
await work();
// → finished 4
