// What the panel and the service worker say to each other.

import type { Outcome, Todo } from "agent-todos";

/** The panel asks. */
export type Request =
  | { readonly type: "look" }
  /** `args` is a tool call's arguments: the model's JSON text, as it came. */
  | { readonly type: "call"; readonly args: string }
  | { readonly type: "abort" }
  | { readonly type: "undo" }
  | { readonly type: "reset" };

/** The list as it is. Also sent unasked, after each change, to every page of the extension that is open. */
export interface View {
  readonly type: "view";
  readonly todos: ReadonlyArray<Readonly<Todo>>;
  readonly revision: number;
}

/** The service worker answers: what it did is stored by then. */
export type Answer = { readonly view: View; readonly outcome?: Outcome } | { readonly error: string };
