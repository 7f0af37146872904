// What a program declares of itself. The entries export it by `*`: TypeScript merges a declaration
// into nothing that is exported by its name.

/**
 * What a program declares of itself: `data`, the type of the data that it stores with its todos.
 * Nothing checks it at run time.
 *
 * @example
 * ```ts
 * import { TodoStore } from "agent-todos";
 *
 * declare module "agent-todos" {
 *   interface Register {
 *     data: { tab: number };
 *   }
 * }
 *
 * const store = new TodoStore();
 * store.add("Pay");
 * store.edit(1, { data: { tab: 7 } });
 * console.log(store.todos[0]?.data?.tab); // → 7
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs add to it
export interface Register {}
