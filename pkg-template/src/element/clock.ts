// The times that go on: one timer for all, as long as one is shown and the element is seen.

import type { Panel } from "./panel.js";
import { sayClock } from "./session/time.js";

/** Runs one timer as long as a time is shown and the element is seen. */
export function startClock(panel: Panel): void {
	const isLive = panel.find("[data-since]") !== null;
	if (!isLive) stopClock(panel);
	else
		panel.clock ??= setInterval(() => {
			if (panel.element.ownerDocument.hidden) return;
			for (const time of panel.root.querySelectorAll<HTMLElement>(
				"[data-since]",
			)) {
				const text = sayClock(Number(time.dataset.since), panel.say);
				if (time.firstChild && time.textContent !== text)
					time.firstChild.nodeValue = text;
			}
		}, 1000);
}

export function stopClock(panel: Panel): void {
	clearInterval(panel.clock);
	panel.clock = undefined;
}
