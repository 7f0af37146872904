import { type TodoStore } from "agent-todos";

/** Resolves as soon as no todo waits for the user. */
export function answered(store: TodoStore): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (store.getAll().some(({ waiting }) => waiting === "user")) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}
