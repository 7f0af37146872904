import { mock } from "node:test";
import { init, TodoStore } from "agent-todos";

await init();
mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
const store = new TodoStore();
store.add("Find a kettle");
store.markDoing(1);
mock.timers.tick(90_000);
store.complete(1);
console.log(store.timeSpent());
// → { t1: 90000 }
