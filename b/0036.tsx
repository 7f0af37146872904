"use client";

import type { TodoStore } from "agent-todos";
import { TodoList } from "@/components/agent-todos/todo-list";

export function ChatPanel({ store }: { store: TodoStore }) {
  const person = store.as("user");
  return (
    <TodoList
      list={store}
      onSkip={(todo) => person.skip(todo)}
      onToggle={(todo) =>
        todo.status === "done" ? person.reopen(todo) : person.complete(todo)
      }
      title="The plan"
    />
  );
}
