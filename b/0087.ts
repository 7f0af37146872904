import type { AgentTodosElement } from "agent-todos/element";
import type { Follower } from "agent-todos/follow";

export function startPlans(element: AgentTodosElement, follower: Follower) {
  element.addEventListener("approve", async (event) => {
    event.preventDefault();
    const { detail } = event;
    // In Firefox, without the port.
    const origins = detail.sites.map((site) => `${site}/*`);
    const isAllowed = await chrome.permissions.request({ origins });
    if (!isAllowed) return;
    await follower.approve(detail);
    await follower.run.approve();
  });
}
