// Keeps two writers from one file, wherever they run: in one process, in two containers or on two machines that share a folder. The
// lock is a folder whose time its holder renews; one that stands still for ten seconds is a killed holder's, and is taken over.

import { lock as hold } from "proper-lockfile";
import { backOff } from "../../back-off.js";

/** Milliseconds. Renewed five times as often, so that a holder that is busy for some seconds keeps it. */
const stale = 10_000;

/**
 * Waits until the lock is free, for at most so many milliseconds, and takes it. Returns what releases it. Throws an error with the
 * code `ELOCKED` when another holder keeps it, and at once what the system says when no lock can be made there. `onLost` is called
 * when it was taken over nevertheless: this process stood still.
 */
export async function lock(
	path: string,
	patience: number,
	onLost: () => void = () => {},
): Promise<() => Promise<void>> {
	const end = Date.now() + patience;
	for (let tries = 0; ; tries++) {
		try {
			return await hold(path, {
				lockfilePath: path,
				// What is locked need not exist yet.
				realpath: false,
				stale,
				update: stale / 5,
				// It would retry after every error.
				retries: 0,
				onCompromised: onLost,
			});
		} catch (error) {
			if (codeOf(error) !== "ELOCKED" || Date.now() >= end) throw error;
		}
		const delay = backOff(tries, 2, 100);
		await new Promise<void>((resolve) => setTimeout(() => resolve(), delay));
	}
}

/** Time enough to take a killed holder's lock over. */
export const untilStale = stale + 5_000;

export function codeOf(error: unknown): unknown {
	return (error as NodeJS.ErrnoException).code;
}
