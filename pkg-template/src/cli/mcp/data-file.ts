// The file that keeps a list: a checkpoint text, replaced as a whole. After `write` returned it is on the disk; a process
// that is killed in the middle of one leaves the file as it was.

import { lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile } from "../../storage/file/atomic-file.js";
import { codeOf, lock, untilStale } from "../../storage/file/lock.js";
import { StartError } from "../start-error.js";

export class DataFile {
	readonly path: string;
	/** As this process last read or wrote it. */
	#known: string | null = null;
	#isLost = false;

	private constructor(path: string) {
		this.path = path;
	}

	/**
	 * Takes the file, until this process ends. Throws a `StartError` when its folder does not exist or another process has the file:
	 * one that was killed has it for ten more seconds, which this waits for.
	 */
	static async open(
		given: string,
		log: (line: string) => void,
	): Promise<DataFile> {
		const file = new DataFile(resolved(given));
		const path = `${file.path}.lock`;
		const take = (patience: number) =>
			lock(path, patience, () => {
				file.#isLost = true;
			});
		try {
			await take(0).catch((error) => {
				if (codeOf(error) !== "ELOCKED") throw error;
				log(`${path} is another process's, or was until that was killed`);
				return take(untilStale);
			});
		} catch (error) {
			throw new StartError(
				codeOf(error) === "ELOCKED"
					? `the data is in use by another process: end that one, or give another file as --data (the lock is ${path})`
					: `no lock can be made beside --data ${given}: ${(error as Error).message}`,
			);
		}
		return file;
	}

	/** The text in it, or null while there is none. Throws a `StartError` when it cannot be read. */
	read(): string | null {
		this.#known = this.#text();
		return this.#known;
	}

	#text(): string | null {
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
		if (this.#isLost || this.#text() !== this.#known)
			throw new Error(
				`another program has written ${this.path}: nothing is written, start this one again`,
			);
		replaceFile(this.path, text, `${this.path}.tmp`);
		this.#known = text;
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
