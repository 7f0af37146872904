// Every option called `timeout`.

import type { Check } from "./options.js";

export const expectTimeout: Check = (value) =>
	!(typeof value === "number" && value > 0) &&
	"a number of milliseconds above 0";

/** Returns the milliseconds as a timer accepts them: at most 2^31 - 1. */
export const limitTimeout = (milliseconds: number): number =>
	Math.min(milliseconds, 2 ** 31 - 1);
