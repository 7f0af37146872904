// todos.ts
import type { TodoStore } from "agent-todos";
import type { Follower } from "agent-todos/follow";
import { readable } from "svelte/store";

export function todosOf(source: TodoStore | Follower) {
  return readable(source.todos, (set) => {
    set(source.todos);
    return source.subscribe(() => set(source.todos));
  });
}
