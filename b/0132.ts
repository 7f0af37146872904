import { init, memoryStorage, persist, TodoStore } from "agent-todos";

await init();
const storage = memoryStorage(); // in a page: indexedDbStorage()
const store = new TodoStore();
const persistence = await persist(store, storage, "errands");
store.add("Call the doctor");
await persistence.flushed();

await persistence.delete(); // at logout, for every list that the app stores
console.log(
  (await storage.read("errands"))?.text.includes("doctor"),
  store.size,
);
// → false 0
