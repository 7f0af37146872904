// Random choices that can be had again, and how long a hostile program goes on.

export const isFull = process.env.AGENT_TODOS_HOSTILE === "full";
const seed = Number(
	process.env.AGENT_TODOS_HOSTILE_SEED ?? Date.now() % 2 ** 31,
);

/** A source of random choices. Each program prints its start, which AGENT_TODOS_HOSTILE_SEED takes. */
export function randomness(what) {
	let state = seed;
	console.log(`hostile: ${what}: AGENT_TODOS_HOSTILE_SEED=${seed}`);
	// https://en.wikipedia.org/wiki/Xorshift, of Marsaglia's first triple.
	const next = () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return state >>> 0;
	};
	if (state === 0) state = 1;
	const below = (most) => next() % most;
	return {
		below,
		chance: (one) => below(one) === 0,
		pick: (list) => list[below(list.length)],
	};
}

/**
 * Calls `act` until it was called `times` times or so many seconds are over; in `npm run test:hostile`, eighteen times as many seconds.
 * At least once in any case: a slow machine tries less, and fails nothing. Prints how often.
 */
export async function again(what, times, seconds, act) {
	const end = performance.now() + (isFull ? seconds * 18 : seconds) * 1000;
	const most = isFull ? Infinity : times;
	let done = 0;
	do {
		await act(done);
		done += 1;
	} while (done < most && performance.now() < end);
	console.log(`hostile: ${what}: ${done} executions`);
}
