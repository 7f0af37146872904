import { Conversation, init, memoryStorage } from "agent-todos";
import { persist, TodoStore } from "agent-todos";

await init();
const storage = memoryStorage();
const before = new TodoStore();
const persistence = await persist(before, storage, "todos");
persistence.keep({ conversation: new Conversation(before) });
before.add("Find a kettle");
await persistence.flushed();

const after = new TodoStore(); // nothing of the first is used
const { saved } = await persist(after, storage, "todos");
Conversation.fromCheckpoint(after, saved.conversation ?? "");
console.log(after.todos.map(({ content }) => content));
// → [ 'Find a kettle' ]
