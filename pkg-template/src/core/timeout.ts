// The check of every option called `timeout`.

import { refuse } from "./check.js";

/** Returns the milliseconds as a timer accepts them: at most 2^31 - 1. */
export function checkTimeout(timeout: number): number {
	if (typeof timeout === "number" && timeout > 0)
		return Math.min(timeout, 2 ** 31 - 1);
	return refuse("timeout", "a number of milliseconds above 0");
}
