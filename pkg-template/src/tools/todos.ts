// The lists that most files pass on, named once.

import type { PreviewTodo } from "../../generated/agent_todos_bg.js";
import type { Todo } from "./todo-store.js";

/** A list of todos. `Data` is the type of the data that the host stores with a todo. */
export type Todos<Data = unknown> = ReadonlyArray<Readonly<Todo<Data>>>;

/**
 * The list as it will be after the call that a model is writing, or undefined if it writes none.
 */
export type WritingTodos = ReadonlyArray<Readonly<PreviewTodo>> | undefined;
