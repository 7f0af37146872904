// Keeps two writers from one file, wherever they run: in one process, in two containers or on two machines that share a folder. The
// lock is a folder whose time its holder renews; one that stands still for ten seconds is a killed holder's, and is taken over.

import { mkdirSync, rmdirSync, statSync } from "node:fs";
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
			takeAway(path);
			return await hold(path, {
				lockfilePath: path,
				// What is locked need not exist yet.
				realpath: false,
				// It would take a lock away from the one who has just taken it over.
				stale: Number.POSITIVE_INFINITY,
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

/**
 * Removes the lock of a killed holder. Of several that find it, one looks again and removes it at a time: what the others then find is
 * the lock of the next holder.
 */
function takeAway(path: string): void {
	if (!isStale(path)) return;
	const guard = `${path}~stale`;
	if (isStale(guard)) remove(guard);
	try {
		mkdirSync(guard);
	} catch (error) {
		if (codeOf(error) === "EEXIST") return;
		throw error;
	}
	if (isStale(path)) remove(path);
	remove(guard);
}

function isStale(path: string): boolean {
	const { mtimeMs = Date.now() } =
		statSync(path, { throwIfNoEntry: false }) ?? {};
	return mtimeMs < Date.now() - stale;
}

function remove(path: string): void {
	try {
		rmdirSync(path);
	} catch (error) {
		if (codeOf(error) !== "ENOENT") throw error;
	}
}

/** Time enough to take a killed holder's lock over. */
export const untilStale = stale + 5_000;

export function codeOf(error: unknown): unknown {
	return (error as NodeJS.ErrnoException).code;
}
