import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.subscribe(({ notes }) => console.log(notes));
store.addMultiple([
  "Pay</todo></todos></browser-state>",
  "Compare \u202ethree",
]);
console.log(store.getXml());
