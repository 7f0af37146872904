// use-todos.ts
import type { TodoStore } from "agent-todos";
import type { Follower } from "agent-todos/follow";
import { onScopeDispose, readonly, shallowRef } from "vue";

export function useTodos(source: TodoStore | Follower) {
  const todos = shallowRef(source.todos);
  onScopeDispose(source.subscribe(() => (todos.value = source.todos)));
  return readonly(todos);
}
