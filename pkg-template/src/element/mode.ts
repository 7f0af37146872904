// What a host says of how the list is shown, and of whether somebody works on it.

/**
 * How `<agent-todos>` shows the list: as one line, as the whole list, as a plan for approval, or
 * with the proposed sites for approval. In each mode, a run that waits for an approval shows its
 * plan.
 */
export type TodosMode = "line" | "list" | "review" | "sites";

/**
 * Whether somebody works on the list: `"working"`, or `"idle"` for a list on which nobody works
 * although a todo is in progress.
 */
export type TodosState = "working" | "idle";
