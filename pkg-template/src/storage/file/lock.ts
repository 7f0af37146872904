// A lock that keeps two writers from one file, in one process, in two containers or on two machines
// that share a folder. The lock is a folder whose time its holder renews. A lock that was not
// renewed for ten seconds belongs to a killed holder, and is taken over.

import { mkdirSync, rmdirSync, statSync, utimesSync } from "node:fs";
import { getErrorCode } from "../../arguments/thrown.js";
import { chooseDelay } from "../../arguments/timing.js";

/**
 * Milliseconds. Renewed five times as often, so that a holder that is busy for some seconds keeps
 * it.
 */
const lockStaleMs = 10_000;

/**
 * Waits until the lock is free, at most `waitMs` milliseconds, and takes it. Returns the function
 * that releases it. Throws an error with the code `ELOCKED` if another holder keeps it, and at once
 * the system's error if no lock can be made there. Calls `onLost` if another process takes the lock
 * over, because this one did not renew it.
 */
export async function lock(
	path: string,
	waitMs: number,
	onLost: () => void = () => {},
): Promise<() => void> {
	const end = Date.now() + waitMs;
	for (let tries = 0; ; tries++) {
		takeAway(path);
		if (make(path)) return hold(path, onLost);
		if (Date.now() >= end)
			throw Object.assign(new Error(`another holder has ${path}`), {
				code: "ELOCKED",
			});
		const delay = chooseDelay(tries, 2, 100);
		await new Promise<void>((resolve) => setTimeout(() => resolve(), delay));
	}
}

/** Renews a lock until it is released or lost. Returns the function that releases it. */
function hold(path: string, onLost: () => void): () => void {
	let time = renew(path);
	const isOurs = () =>
		statSync(path, { throwIfNoEntry: false })?.mtimeMs === time;
	const renewal = setInterval(() => {
		try {
			if (isOurs()) {
				time = renew(path);
				return;
			}
		} catch {
			// The folder cannot be reached for a moment.
			if (time > Date.now() - lockStaleMs) return;
		}
		forget();
		onLost();
	}, lockStaleMs / 5);
	renewal.unref();
	const forget = () => {
		clearInterval(renewal);
		heldLocks.delete(release);
		if (heldLocks.size === 0) process.off("exit", releaseAll);
	};
	const release = () => {
		forget();
		if (isOurs()) remove(path);
	};
	if (heldLocks.size === 0) process.on("exit", releaseAll);
	heldLocks.add(release);
	return release;
}

/** The functions that release the locks of this process. */
const heldLocks = new Set<() => void>();

function releaseAll(): void {
	for (const release of heldLocks) release();
}

/** Makes the folder. Returns false if it exists. */
function make(path: string): boolean {
	try {
		mkdirSync(path);
		return true;
	} catch (error) {
		if (getErrorCode(error) === "EEXIST") return false;
		throw error;
	}
}

/** Sets the time of the lock, and returns it as the file system keeps it, in milliseconds. */
function renew(path: string): number {
	const now = new Date();
	utimesSync(path, now, now);
	return statSync(path).mtimeMs;
}

/**
 * Removes the lock of a killed holder. If several processes find it, only one at a time checks
 * again and removes it, so that none removes the lock of the next holder.
 */
function takeAway(path: string): void {
	if (!isStale(path)) return;
	const guard = `${path}~stale`;
	if (isStale(guard)) remove(guard);
	if (!make(guard)) return;
	if (isStale(path)) remove(path);
	remove(guard);
}

function isStale(path: string): boolean {
	const { mtimeMs = Date.now() } =
		statSync(path, { throwIfNoEntry: false }) ?? {};
	return mtimeMs < Date.now() - lockStaleMs;
}

function remove(path: string): void {
	try {
		rmdirSync(path);
	} catch (error) {
		if (getErrorCode(error) !== "ENOENT") throw error;
	}
}

/** Time enough to take a killed holder's lock over. */
export const staleLockWaitMs = lockStaleMs + 5_000;
