// Waiting for what has to happen.

import { setTimeout as wait } from "node:timers/promises";
import { patience } from "./patience.mjs";

/**
 * Resolves with what `isSo` returns, or resolves with, as soon as that is true. Rejects after `patience` with `what`, a text or a function
 * that describes what is there instead.
 */
export async function until(what, isSo) {
	for (const end = Date.now() + patience; ; await wait(5)) {
		const found = await isSo();
		if (found) return found;
		if (Date.now() > end)
			throw new Error(
				`not in time: ${typeof what === "function" ? await what() : what}`,
			);
	}
}
