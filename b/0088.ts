import type { AgentTodosElement } from "agent-todos/element";

export function offerContinue(
  element: AgentTodosElement,
  work: () => Promise<void>,
) {
  element.addEventListener("resume", async () => {
    element.state = "working";
    await work().finally(() => (element.state = undefined));
  });
}
