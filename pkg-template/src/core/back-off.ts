// How long a writer waits when others write to the same storage.

/** The most writes in a row that may be refused because somebody else has written. One more is an error. */
export const mostConflicts = 16;

/**
 * Returns the milliseconds to wait before the next try: longer each time, and random, so that two contexts do not try at the same
 * moment.
 */
export const chooseDelay = (tries: number, first: number, longest: number) =>
	Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);

/** Waits before the next try after so many conflicts in a row. After the first conflict it does not wait. */
export async function giveWay(conflicts: number): Promise<void> {
	if (conflicts === 0) return;
	const delay = chooseDelay(conflicts, 5, 1000);
	await new Promise((resolve) => setTimeout(() => resolve(null), delay));
}
