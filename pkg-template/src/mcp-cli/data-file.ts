// The file that keeps a list: a checkpoint text, replaced as a whole. After `write` returned it is on the disk; a process
// that is killed in the middle of one leaves the file as it was.

import { lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile } from "../storage/file/atomic-file.js";
import { codeOf, LockedError, LockFile } from "../storage/file/lock-file.js";
import { StartError } from "./arguments.js";

export class DataFile {
	readonly path: string;
	readonly #lock: LockFile;

	/** Throws a `StartError` when its folder does not exist or another process has the file. */
	constructor(path: string) {
		this.path = resolved(path);
		try {
			this.#lock = new LockFile(`${this.path}.lock`);
		} catch (error) {
			if (error instanceof LockedError) {
				if (error.owner === undefined) throw new StartError(error.message);
				throw new StartError(
					`the data is in use by process ${error.owner}: end that one, or give another file as --data (the lock is ${this.path}.lock)`,
				);
			}
			throw new StartError(
				`no lock can be made beside --data ${path}: ${(error as Error).message}`,
			);
		}
	}

	/** The text in it, or null while there is none. Throws a `StartError` when it cannot be read. */
	read(): string | null {
		let bytes: Buffer;
		try {
			bytes = readFileSync(this.path);
		} catch (error) {
			if (codeOf(error) === "ENOENT") return null;
			throw new StartError(
				`${this.path} cannot be read: ${(error as Error).message}`,
			);
		}
		try {
			return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
				bytes,
			);
		} catch {
			throw new StartError(
				`${this.path} is no text in UTF-8: it was left as it is; move it away, or give another file as --data`,
			);
		}
	}

	/** Throws when the text is not on the disk; the file is then as before. */
	write(text: string): void {
		if (!this.#lock.isHeld())
			throw new Error(
				`the lock ${this.path}.lock is no longer this process's: nothing is written, start it again`,
			);
		replaceFile(this.path, text, `${this.path}.tmp`);
	}

	close(): void {
		this.#lock.release();
	}
}

/** Where the file really lies: a rename would put a file in the place of a link to it. */
function resolved(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
			throw new StartError(
				`--data ${path} is a link to ${readlinkSync(path)}, where no file is: make that file, or remove the link`,
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
