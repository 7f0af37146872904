// The file of `--data` as a storage. It holds one text, a list or the tasks of all users, under any
// name. When a write resolves, the text is on the disk. A process that is killed in the middle of a
// write leaves the file as it was.

import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getErrorCode } from "../../arguments/thrown.js";
import { TodoStore } from "../../node.js";
import type { TodoStorage } from "../../storage/contract.js";
import { StorageError } from "../../storage/contract.js";
import {
	decode,
	readBytes,
	replaceFile,
} from "../../storage/file/atomic-file.js";
import { lock, staleLockWaitMs } from "../../storage/file/lock.js";
import { TaskStore } from "../../tasks/node.js";
import { StartError } from "../start-error.js";
import type { Log } from "./log.js";

/**
 * Takes the file until this process ends. Throws a `StartError` if its folder does not exist, if it
 * holds something else, or if another process has it. A process that was killed has it for ten more
 * seconds, for which this waits.
 */
export async function openDataFile(
	given: string,
	isTasks: boolean,
	log: Log,
): Promise<TodoStorage> {
	const path = resolvePath(given);
	const isLost = await takeLock(path, given, log);
	let text = readText(path);
	if (text !== null) check(path, text, isTasks);
	let revision = text === null ? 0 : 1;
	return {
		read: async () => (text === null ? null : { text, revision }),
		async write(name, next, expected) {
			if (expected !== revision)
				throw StorageError.conflict(name, expected, revision);
			try {
				if (isLost() || readText(path) !== text)
					throw new Error(
						`another program has written ${path}: start this one again`,
					);
				replaceFile(path, next, `${path}.tmp`);
			} catch (error) {
				throw new StorageError(
					"unavailable",
					`nothing was changed, as it could not be kept: ${(error as Error).message}`,
					{ cause: error },
				);
			}
			text = next;
			revision += 1;
			return revision;
		},
	};
}

/**
 * Takes the lock of the file. Returns a function that tells whether another process has taken it
 * over since.
 */
async function takeLock(
	path: string,
	given: string,
	log: Log,
): Promise<() => boolean> {
	let isLost = false;
	const take = (patience: number) =>
		lock(`${path}.lock`, patience, () => {
			isLost = true;
		});
	try {
		await take(0).catch((error) => {
			if (getErrorCode(error) !== "ELOCKED") throw error;
			log(`${path}.lock is another process's, or was until that was killed`);
			return take(staleLockWaitMs);
		});
	} catch (error) {
		throw new StartError(
			getErrorCode(error) === "ELOCKED"
				? `the data is in use by another process: end that one, or give another file as --data (the lock is ${path}.lock)`
				: `no lock can be made beside --data ${given}: ${(error as Error).message}`,
		);
	}
	return () => isLost;
}

/**
 * Returns the text in a file, or null if it does not exist. Throws a `StartError` when it cannot be
 * read.
 */
function readText(path: string): string | null {
	let bytes: Buffer | null;
	try {
		bytes = readBytes(path);
	} catch (error) {
		throw new StartError(`${path} cannot be read: ${(error as Error).message}`);
	}
	try {
		return bytes && decode(path, bytes);
	} catch (error) {
		throw new StartError(
			`${(error as Error).message}, or give another file as --data`,
		);
	}
}

/** Throws a `StartError` where a text is not what is to be served. */
function check(path: string, text: string, isTasks: boolean): void {
	try {
		(isTasks ? TaskStore : TodoStore).fromCheckpoint(text).free();
	} catch (error) {
		throw new StartError(
			`${path}: ${(error as Error).message}. It was left as it is: move it away, or give another file as --data`,
		);
	}
}

/** Returns the path behind links, as a rename would replace the link itself. */
function resolvePath(path: string): string {
	// A device or a pipe has no end, and a socket no text.
	const found = statSync(path, { throwIfNoEntry: false });
	if (found && !found.isFile())
		throw new StartError(
			`--data ${path} is not a file: give the path of one, or of one that is to be made`,
		);
	try {
		return realpathSync(path);
	} catch {
		if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
			throw new StartError(
				`--data ${path} is a link to ${readlinkSync(path)}, where there is no file: make that file, or remove the link`,
			);
		try {
			return join(realpathSync(dirname(path)), basename(path));
		} catch {
			throw new StartError(
				`--data ${path}: there is no folder ${dirname(path)}: make it first`,
			);
		}
	}
}
