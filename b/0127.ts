import { init, persist, TodoStore } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";

await init();
const store = new TodoStore();
// In a page: indexedDbStorage().
const persistence = await persist(store, fileStorage("lists"), "todos");
store.addMultiple(["Find a kettle"]);
await persistence.flushed(); // now the change is on the disk
console.log(persistence.isStored);
// → true
await persistence.stop();
