import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore();
store.addMultiple(["Compare kettles", "Order one"]);
store.propose({ sites: ["*.shop.example", "shop.example"] });

const shown = store.revision;
const sites = store.proposal?.sites ?? [];
store.as("user").approve({ revision: shown, sites: sites.slice(0, 1) });

console.log(
  store.allows("https://www.shop.example/cart"),
  store.allows("https://www.shop.example.evil.example/"),
); // → true false
