import {
  Command,
  INTERRUPT,
  interrupt,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
} from "@langchain/langgraph";
import { init, TodoStore } from "agent-todos";
import {
  resumeTodos,
  type TodoInterrupt,
  todoInterrupts,
  type TodoResumeEntry,
} from "agent-todos/ag-ui";

await init();
const store = new TodoStore();
store.addMultiple(["Log in"]);
store
  .as("model")
  .wait(1, { question: "Which code did the shop send you?" });

const graph = new StateGraph(MessagesAnnotation)
  .addNode("person", () => {
    const questions = todoInterrupts(store);
    if (questions.length > 0)
      resumeTodos(
        store.as("user"),
        interrupt<TodoInterrupt[], TodoResumeEntry[]>(questions),
      );
    return {};
  })
  .addEdge("__start__", "person")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "ann" } };
const stopped = await graph.invoke({ messages: [] }, config);
const [question] = isInterrupted<TodoInterrupt[]>(stopped)
  ? (stopped[INTERRUPT][0]?.value ?? [])
  : [];
console.log(question?.message.split("\n"));
// → [ 'Which code did the shop send you?', 'Log in' ]

const resume: TodoResumeEntry[] = [
  {
    interruptId: question?.id ?? "",
    status: "resolved",
    payload: { answer: "1234" },
  },
];
await graph.invoke(new Command({ resume }), config);
console.log(store.getAll()[0]?.answer);
// → 1234
