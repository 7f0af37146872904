// Time: the option `timeout`, the next task of the event loop, and the delay before another try.

import type { Expectation } from "./options.js";

/** Checks an option called `timeout`. */
export const expectTimeout: Expectation = (value) =>
	!(typeof value === "number" && value > 0) &&
	"a number of milliseconds above 0";

/** Returns the milliseconds as a timer accepts them: at most 2^31 - 1. */
export const limitTimeout = (milliseconds: number): number =>
	Math.min(milliseconds, 2 ** 31 - 1);

/**
 * Resolves and rejects as `answer` does, or rejects with what `giveUp` returns if that takes too
 * long.
 */
export function answerWithin<Answer>(
	milliseconds: number,
	answer: Promise<Answer>,
	giveUp: () => Error,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(giveUp()),
			limitTimeout(milliseconds),
		);
		answer.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

/**
 * Calls `run` in the next task of the event loop. A timer would do, but browsers delay those of
 * pages in the background.
 */
export function nextTask(run: () => void): void {
	if (typeof setImmediate === "function") {
		setImmediate(run);
		return;
	}
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = () => {
		port1.close();
		run();
	};
	port2.postMessage(undefined);
}

/**
 * The most writes in a row that may be refused because somebody else has written. One more is an
 * error.
 */
export const maxConflicts = 16;

/**
 * Returns the milliseconds to wait before the next try: longer each time, and random, so that two
 * contexts do not try at the same moment.
 */
export const chooseDelay = (tries: number, firstMs: number, maxMs: number) =>
	Math.min(firstMs * 2 ** tries, maxMs) * (0.5 + Math.random() / 2);

/**
 * Waits before the next try after so many conflicts in a row. After the first conflict it does not
 * wait.
 */
export async function giveWay(conflicts: number): Promise<void> {
	if (conflicts === 0) return;
	const delay = chooseDelay(conflicts, 5, 1000);
	await new Promise((resolve) => setTimeout(() => resolve(null), delay));
}

/**
 * @internal How long a model may write one todo, in milliseconds. After that, nobody writes any
 * more: a lost connection is not always heard of.
 */
export const maxWritingPauseMs = 30_000;
