// How much a test tries: in `npm test` a little, and the same values each time; with `--full`,
// which the long runs of package.json ask for, as much as fits into their time, with new values.
// fast-check prints the seed and the shortest values that fail; AGENT_TODOS_SEED sets the seed.

import { randomInt } from "node:crypto";

/** Whether this is a long run. */
export const isFull = process.env.AGENT_TODOS_FULL === "1";

/** Returns how fast-check tries a property: `times`, and in a long run for so many seconds. */
export function tries(times, seconds) {
	const drawn = isFull ? randomInt(2 ** 31) : 1;
	const seed = Number(process.env.AGENT_TODOS_SEED ?? drawn);
	const given = { seed, numRuns: times, includeErrorInReport: true };
	if (!isFull) return given;
	console.log(`AGENT_TODOS_SEED=${seed}`);
	return {
		...given,
		numRuns: Number.MAX_SAFE_INTEGER,
		interruptAfterTimeLimit: seconds * 1000,
	};
}
