import { init, TodoStore } from "agent-todos";
import { registerWebMcp } from "agent-todos/webmcp";

await init();
const store = new TodoStore();
try {
  const registration = await registerWebMcp(store);
  await registration.stop();
} catch {
  console.log("This browser has no WebMCP."); // nor has Node
  // → This browser has no WebMCP.
}
