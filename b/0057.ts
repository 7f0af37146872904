import { init, TodoStore } from "agent-todos";
import { resumeTodos, todoInterrupts } from "agent-todos/ag-ui";

await init();
const store = new TodoStore({ confirmDone: true });
store.addMultiple(["Pay"]);
store.as("model").complete(1); // the model says so

// With { approval: true } for the plan, too.
const interrupts = todoInterrupts(store);
const outcome =
  interrupts.length > 0
    ? { type: "interrupt", interrupts }
    : { type: "success" };
console.log(outcome.type, interrupts[0]?.message);
// → interrupt Is this done?
// → Pay

// The next request: RunAgentInput.resume.
const resume = [
  {
    interruptId: "confirmed:t1@2",
    status: "resolved",
    payload: { confirmed: false, reason: "no receipt" },
  },
] as const;
console.log(resumeTodos(store.as("user"), resume));
// → [ { id: 'confirmed:t1@2', accepted: false, reason: 'no receipt' } ]
console.log(store.getXml());
// → <todos><todo id="1" status="todo">Pay</todo></todos>
