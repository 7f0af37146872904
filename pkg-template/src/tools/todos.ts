// The lists that most files pass on, named once.

import type { PreviewTodo, Todo } from "../../generated/agent_todos_bg.js";

/** A list of todos. */
export type Todos = ReadonlyArray<Readonly<Todo>>;

/**
 * The list as it will be after the call that a model is writing, or undefined if it writes none.
 */
export type WritingTodos = ReadonlyArray<Readonly<PreviewTodo>> | undefined;
