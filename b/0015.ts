import { init, TodoError, TodoStore } from "agent-todos";

await init();
const store = new TodoStore({ maxTodos: 30 });
store.addMultiple([
  "Open the shop",
  "Compare three kettles",
  "Put the best in the basket",
]);
store.getNextTodo(); // the first todo, which is now in progress
console.log(store.markdown().trim());
// → - [-] Open the shop
// → - [ ] Compare three kettles
// → - [ ] Put the best in the basket
store.complete(1);
try {
  store.complete(9);
} catch (error) {
  if (error instanceof TodoError)
    console.log(error.code, "|", error.message);
  // → unknown_id | there is no todo 9: ids are 1 to 3
}
store.undo(); // takes back the latest change of this handle
console.log(store.getCurrentDoing()?.content, store.revision);
// → Open the shop 4
