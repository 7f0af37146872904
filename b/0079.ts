import {
  Command,
  INTERRUPT,
  interrupt,
  isInterrupted,
  MemorySaver,
} from "@langchain/langgraph";
import { TodoStore } from "agent-todos";
import {
  resumeTodos,
  type TodoInterrupt,
  todoInterrupts,
  type TodoResumeEntry,
} from "agent-todos/ag-ui";
import { agentTodosMiddleware } from "agent-todos/langchain";
import {
  AIMessage,
  createAgent,
  createMiddleware,
  fakeModel,
} from "langchain";

const store = new TodoStore();
store.add("Log in");
const question = "Which code did the shop send you?";
const model = fakeModel() // your model
  .respondWithTools([{ name: "ask_user", args: { question, id: "1" } }])
  .respond(new AIMessage("I am logged in."));

/** Interrupts the agent before a request, while a question is open. */
const askPerson = createMiddleware({
  name: "askPerson",
  beforeModel: () => {
    const questions = todoInterrupts(store);
    if (questions.length === 0) return;
    const answers = interrupt<TodoInterrupt[], TodoResumeEntry[]>(
      questions,
    );
    resumeTodos(store.as("user"), answers);
  },
});
const agent = createAgent({
  model,
  middleware: [
    askPerson,
    agentTodosMiddleware({ stores: store, ask: true }),
  ],
  checkpointer: new MemorySaver(),
});
const thread = { configurable: { thread_id: "ann" } };
const stopped = await agent.invoke({ messages: "Buy a kettle" }, thread);
const [asked] = isInterrupted<TodoInterrupt[]>(stopped)
  ? (stopped[INTERRUPT][0]?.value ?? [])
  : [];
console.log(asked?.message.split("\n")[0]); // for the person
// → Which code did the shop send you?

const resume: TodoResumeEntry[] = [
  {
    interruptId: asked?.id ?? "",
    status: "resolved",
    payload: { answer: "1234" },
  },
];
const { messages } = await agent.invoke(new Command({ resume }), thread);
console.log(messages.at(-1)?.text, store.todos[0]?.answer);
// → I am logged in. 1234
