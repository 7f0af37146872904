// The package in a program that knows nothing of the web: what it is there for has its types all the same.

import { init, TodoError, TodoStore, tools } from "agent-todos";
import type { AgentTool, Outcome, Todo } from "agent-todos";
import type { Equal, Expect } from "./equal.js";

export type Checks = [
  Expect<Equal<ReturnType<typeof tools>, AgentTool[]>>,
  Expect<Equal<ReturnType<AgentTool["call"]>, Outcome>>,
  Expect<Equal<ReturnType<TodoStore["getAll"]>, ReadonlyArray<Readonly<Todo>>>>,
  Expect<Equal<ReturnType<typeof init>, Promise<void>>>,
  Expect<Equal<TodoError["name"], "TodoError">>,
];

export async function serve(modelText: string): Promise<string> {
  await init();
  await init({ module_or_path: "/srv/agent_todos_bg.wasm" });
  const store = new TodoStore();
  // @ts-expect-error an id is a number
  store.complete("1");
  return tools(store).map((tool) => tool.call(modelText).text).join();
}
