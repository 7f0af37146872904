// Jobs wait in one queue, and a core that is free takes the next one. Some hold a token that there is one of: cargo lets only one of
// itself work in target/, and a second one would keep a core waiting.

import { availableParallelism } from "node:os";

/**
 * Runs `jobs`, each `{run, token?}`, as many at once as there are cores: always the first that waits and whose token nobody holds.
 * Resolves when all have ended. A `run` that rejects ends its own job only.
 */
export function runInQueue(jobs, cores = availableParallelism()) {
	const waiting = [...jobs];
	const held = new Set();
	let running = 0;
	return new Promise((resolve) => {
		const next = () => {
			while (running < cores) {
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
