// Random choices that are the same each time: no test draws from the clock. AGENT_TODOS_SEED has others, and `npm run test:hostile` and the
// other long runs draw new ones. Whatever a program starts with, it prints.

import { randomInt } from "node:crypto";

/** Whether this is one of the long runs of package.json, which `--full` asks for. */
export const isFull = process.env.AGENT_TODOS_FULL === "1";

/** A source of random choices. `fixed` is what it starts with where nothing else is asked for: one that failed before. */
export function randomness(what, fixed = 1) {
	const drawn = isFull ? randomInt(1, 2 ** 31) : fixed;
	const seed = Number(process.env.AGENT_TODOS_SEED ?? drawn);
	console.log(`hostile: ${what}: AGENT_TODOS_SEED=${seed}`);
	// https://en.wikipedia.org/wiki/Xorshift, of Marsaglia's first triple, which never leaves zero.
	let state = seed || 1;
	const next = () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return state >>> 0;
	};
	const below = (most) => next() % most;
	return {
		below,
		chance: (one) => below(one) === 0,
		pick: (list) => list[below(list.length)],
		/** As Math.random. */
		random: () => next() / 2 ** 32,
	};
}

/** Calls `act` so many times; in `npm run test:hostile`, for so many seconds. Prints how often. */
export async function again(what, times, seconds, act) {
	const end = performance.now() + seconds * 1000;
	let done = 0;
	do {
		await act(done);
		done += 1;
	} while (isFull ? performance.now() < end : done < times);
	console.log(`hostile: ${what}: ${done} executions`);
}
