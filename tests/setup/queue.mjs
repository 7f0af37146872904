// Jobs wait in one queue. Some hold a token that there is one of: cargo lets only one of itself work with a profile, and a second one
// would only wait.

import { availableParallelism } from "node:os";

/**
 * Runs `jobs`, each `{run, token?}`, `width` at once: always the first that waits and whose token nobody holds. That is more than two for
 * each core, as tests of browsers, kills and locks wait for most of their time: a job keeps two fifths of a core busy. Resolves when all have
 * ended. A `run` that rejects ends its own job only.
 */
export function runInQueue(jobs, width = 2 * availableParallelism() + 1) {
	const waiting = [...jobs];
	const held = new Set();
	let running = 0;
	return new Promise((resolve) => {
		const next = () => {
			while (running < width) {
				const place = waiting.findIndex(({ token }) => !held.has(token));
				if (place < 0) break;
				const [{ run, token }] = waiting.splice(place, 1);
				const ended = () => {
					running -= 1;
					held.delete(token);
					next();
				};
				running += 1;
				if (token !== undefined) held.add(token);
				run().then(ended, ended);
			}
			if (running === 0) resolve();
		};
		next();
	});
}
