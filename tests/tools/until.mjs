// Waiting for what has to happen.

import {
	setImmediate as immediate,
	setTimeout as wait,
} from "node:timers/promises";
import { patience } from "../../www/browsers/patience.mjs";

/**
 * Resolves when all has run that was waiting for a turn of the event loop, and what that set off:
 * for a test that something does not happen.
 */
export async function turns(count = 50) {
	for (let turn = 0; turn < count; turn++) await immediate();
}

/**
 * The longest time between two looks, in milliseconds: many tests look into a browser, which costs
 * it work.
 */
const maxPauseMs = 50;

/**
 * Resolves with what `isSo` returns, or resolves with, as soon as that is true. Rejects after
 * `limit` milliseconds with `what`, a text or a function that describes what is there instead.
 */
export async function until(what, isSo, limit = patience) {
	const end = Date.now() + limit;
	for (let pause = 5; ; pause = Math.min(2 * pause, maxPauseMs)) {
		const found = await isSo();
		if (found) return found;
		if (Date.now() > end)
			throw new Error(
				`not in time: ${typeof what === "function" ? await what() : what}`,
			);
		await wait(pause);
	}
}
