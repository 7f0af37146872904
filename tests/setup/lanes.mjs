// Suites that do not get in each other's way run beside each other, as none keeps two cores busy: what cargo compiles and
// runs (cargo lets only one of itself work in target/), what runs in Node and what bundlers build in one lane, the package in
// browsers in the other.

import { availableParallelism } from "node:os";

/**
 * Runs `suites`, each with a `lane`: those of one lane one after another in their order, the lanes at the same time where
 * there are two cores. Returns what `run(suite)` gave, in the order of `suites`, whichever ended first.
 */
export async function runInLanes(suites, run, cores = availableParallelism()) {
	const laneOf = ({ lane }) => (cores > 1 ? lane : "all");
	const results = new Map();
	const lanes = [...new Set(suites.map(laneOf))];
	await Promise.all(
		lanes.map(async (lane) => {
			for (const suite of suites.filter((suite) => laneOf(suite) === lane))
				results.set(suite, await run(suite));
		}),
	);
	return suites.map((suite) => results.get(suite));
}
