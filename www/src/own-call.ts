// The box in which the reader plays the model.

import type { AgentTool, Outcome, TodoStore } from "agent-todos";
import { element } from "./element";
import { exampleCalls } from "./example-calls";
import { exchange } from "./exchange";

export interface OwnCallElements {
  readonly form: HTMLFormElement;
  readonly text: HTMLTextAreaElement;
  readonly examples: HTMLElement;
  readonly answer: HTMLElement;
}

/** `sent` hears of every call that was sent. */
export function setUpOwnCall(
  store: TodoStore,
  tool: AgentTool,
  { form, text, examples, answer }: OwnCallElements,
  sent: (call: string, outcome: Outcome) => void,
): void {
  const send = () => {
    const before = store.revision;
    const outcome = tool.call(text.value);
    answer.replaceChildren(verdict(outcome, before), exchange(outcome));
    sent(text.value, outcome);
  };
  for (const { name, call } of exampleCalls) {
    const button = element("button", { type: "button", class: "example" }, name);
    button.addEventListener("click", () => {
      text.value = call;
      send();
    });
    examples.append(button);
  }
  text.value = exampleCalls[0]?.call ?? "";
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
}

function verdict({ ok, changed, notes, revision }: Outcome, before: number): HTMLElement {
  const word = !ok ? "Refused" : notes.length > 0 ? "Repaired and carried out" : "Carried out";
  const unchanged = ok ? "the list is as it was" : "the list is untouched";
  const effect = changed ? `revision ${before} → ${revision}` : `${unchanged}, still revision ${revision}`;
  return element("p", { class: "verdict", "data-ok": `${ok}` }, element("strong", {}, word), ` · ${effect}`);
}
