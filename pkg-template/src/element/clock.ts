// The times that go on: one timer for all, as long as one is shown and the element is seen.

import type { Say } from "./labels.js";
import type { PanelPage } from "./parts.js";
import { sayClock } from "./session/time.js";

export class Clock {
	#timer: ReturnType<typeof setInterval> | undefined;

	/** Runs one timer as long as a time is shown and the element is seen. */
	start(
		{ element, root }: Pick<PanelPage, "element" | "root">,
		say: () => Say,
	): void {
		const times = () => root.querySelectorAll<HTMLElement>("[data-since]");
		if (times().length === 0) this.stop();
		else
			this.#timer ??= setInterval(() => {
				if (element.ownerDocument.hidden) return;
				for (const time of times()) {
					const text = sayClock(Number(time.dataset.since), say());
					if (time.firstChild && time.textContent !== text)
						time.firstChild.nodeValue = text;
				}
			}, 1000);
	}

	stop(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
	}
}
