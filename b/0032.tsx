import type { TodoStore } from "agent-todos";
import { AgentTodos, useTodos } from "agent-todos/react";

export function Panel({
  store,
  start,
}: {
  store: TodoStore;
  start: () => void;
}) {
  const todos = useTodos(store);
  const open = todos.filter(({ status }) => status === "todo").length;
  return (
    <section>
      <h2>{open} to do</h2>
      <AgentTodos
        list={store}
        mode={open > 0 ? "review" : "list"}
        onApprove={start}
      />
    </section>
  );
}
