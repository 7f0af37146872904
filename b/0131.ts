import { init, TodoStore } from "agent-todos";

await init();
// Older snapshots are dropped.
const store = new TodoStore({ maxSnapshots: 50 });
store.addMultiple(["Find a kettle", "Compare three"]);
for (let i = 0; i < 500; i++) {
  store.markDoing(1);
  store.abort();
}
console.log(
  store.history().length,
  store.history()[0]?.revision,
  store.revision,
);
// → 50 952 1001

console.log(store.newTask()); // the list is unfinished, so it is kept
// → false
store.completeMultiple([1, 2]);
console.log(store.newTask(), store.size); // emptied, as one revision
// → true 0
store.undo(); // takes back the newTask() of this handle
console.log(store.size);
// → 2
