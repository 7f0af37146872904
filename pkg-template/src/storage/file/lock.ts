// A lock that keeps two writers from one file, in one process, in two containers or on two machines that share a
// folder. The lock is a folder whose time its holder renews. A lock that was not renewed for ten seconds belongs to a
// killed holder, and is taken over.

import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { lock as hold } from "proper-lockfile";
import { chooseDelay } from "../../core/back-off.js";
import { getErrorCode } from "../../core/thrown.js";

/** Milliseconds. Renewed five times as often, so that a holder that is busy for some seconds keeps it. */
const stale = 10_000;

/**
 * Waits until the lock is free, at most `patience` milliseconds, and takes it. Returns the function that releases it.
 * Throws an error with the code `ELOCKED` if another holder keeps it, and at once the system's error if no lock can
 * be made there. Calls `onLost` if another process takes the lock over, because this one did not renew it.
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
				// The file need not exist yet.
				realpath: false,
				// The library could remove the lock of a process that has just taken it over: see takeAway().
				stale: Number.POSITIVE_INFINITY,
				update: stale / 5,
				// The library would retry after every error.
				retries: 0,
				onCompromised: onLost,
			});
		} catch (error) {
			if (getErrorCode(error) !== "ELOCKED" || Date.now() >= end) throw error;
		}
		const delay = chooseDelay(tries, 2, 100);
		await new Promise<void>((resolve) => setTimeout(() => resolve(), delay));
	}
}

/**
 * Removes the lock of a killed holder. If several processes find it, only one at a time checks again and removes it,
 * so that none removes the lock of the next holder.
 */
function takeAway(path: string): void {
	if (!isStale(path)) return;
	const guard = `${path}~stale`;
	if (isStale(guard)) remove(guard);
	try {
		mkdirSync(guard);
	} catch (error) {
		if (getErrorCode(error) === "EEXIST") return;
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
		if (getErrorCode(error) !== "ENOENT") throw error;
	}
}

/** Time enough to take a killed holder's lock over. */
export const untilStale = stale + 5_000;
