// The choice of the dialect, and what the page says of the one that is chosen.

import type { AgentTool, DialectName } from "agent-todos";
import { colouredJson } from "./coloured-code";
import { dialectNames, dialects } from "./dialects";
import { element } from "./element";

/** Fills the choice; `chosen` hears of each change. */
export function setUpDialectChoice(choice: HTMLSelectElement, dialect: DialectName, chosen: (dialect: DialectName) => void): void {
  for (const name of dialectNames) {
    const { agent } = dialects[name];
    choice.append(element("option", { value: name }, agent ? `${name} · ${agent}` : name));
  }
  // A browser may remember another one from the last visit.
  choice.value = dialect;
  choice.addEventListener("change", () => {
    const name = dialectNames.find((candidate) => candidate === choice.value);
    if (name) chosen(name);
  });
}

/** "Known from Codex. The whole plan, and why it changes." */
export function saidOf(dialect: DialectName): string {
  const { agent, says } = dialects[dialect];
  return agent ? `Known from ${agent}. ${says}` : says;
}

/** Shows the tools as the model is given them. */
export function showGiven(tools: readonly AgentTool[], { description, schema }: { readonly description: HTMLElement; readonly schema: HTMLElement }): void {
  const named = (tool: AgentTool, text: Node | string) => [element("span", { class: "tool-name" }, `${tool.name}\n`), text, "\n\n"];
  description.replaceChildren(...tools.flatMap((tool) => named(tool, tool.description)));
  schema.replaceChildren(...tools.flatMap((tool) => named(tool, colouredJson(JSON.stringify(tool.inputSchema, null, 2)))));
}
