// What `timeout` is in every option of that name.

import { refuse } from "./check.js";

/** Milliseconds that somebody is willing to wait. Timers count no further than 2^31. */
export function checkedTimeout(timeout: number): number {
	if (typeof timeout === "number" && timeout > 0)
		return Math.min(timeout, 2 ** 31 - 1);
	return refuse("timeout", "a number of milliseconds above 0");
}
