"use client";

import { type TodoSource, useTodos } from "agent-todos/react";
import { TodoList } from "@/components/elements/todo-list";

const statuses = {
  todo: "pending",
  doing: "active",
  done: "done",
  skipped: "done",
} as const;

export function TodoItems({ list }: { list: TodoSource | undefined }) {
  const todos = useTodos(list);
  return (
    <TodoList
      items={todos.map(({ key, content, status }) => ({
        id: key,
        text: content,
        status: statuses[status],
      }))}
    />
  );
}
