// One tool call and its answer, as the calls-and-answers card and the reader's own call show them: what was sent, what came
// back, what was repaired on the way.

import type { Outcome } from "agent-todos";
import { colouredJson } from "./coloured-code";
import { element } from "./element";

/** `call` is the arguments as they were sent; without it only the answer is shown. */
export function exchange(outcome: Outcome, call?: string): HTMLElement {
  const shown = element("div", { class: "exchange", "data-ok": `${outcome.ok}` });
  if (call !== undefined) shown.append(piece("call", "sends", call));
  shown.append(piece("answer", outcome.ok ? "answer" : "refused", outcome.text));
  if (outcome.notes.length > 0) {
    const notes = outcome.notes.map((note) => element("li", {}, note));
    shown.append(element("ul", { class: "notes", "aria-label": "Repaired" }, ...notes));
  }
  return shown;
}

/** "Added 2 TODOs", or the error: the part of the answer that a person needs. */
export function gist({ ok, text }: Outcome): string {
  const answer = JSON.parse(text) as { output?: string; error?: string };
  return (ok ? answer.output : answer.error) ?? "";
}

function piece(kind: "call" | "answer", label: string, text: string): HTMLElement {
  return element(
    "div",
    { class: `piece piece-${kind}` },
    element("span", { class: "piece-label" }, label),
    element("code", { class: "piece-text" }, colouredJson(text)),
  );
}
