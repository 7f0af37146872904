import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore<{ tab: number }>();
store.add("Pay");
store.edit("t1", { data: { tab: 7 } });
console.log(store.get("t1")?.data?.tab); // → 7
