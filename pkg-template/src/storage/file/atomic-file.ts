// A file that is replaced as a whole: after a kill at any instant, or on a full disk, it has the
// old text or the new one.

import {
	closeSync,
	fchmodSync,
	fsyncSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** Returns the bytes of a file, or null if it does not exist. */
export function readBytes(path: string): Buffer | null {
	try {
		return readFileSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
}

/**
 * Returns the text of bytes, letter for letter. Throws an `Error` that names the file if they are
 * not UTF-8.
 */
export function decode(path: string, bytes: Buffer): string {
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
		return decoder.decode(bytes);
	} catch (cause) {
		throw new Error(
			`${path} is no text in UTF-8: it was left as it is; move it away`,
			{ cause },
		);
	}
}

/**
 * Puts a text in place of a file, with the file's permissions or, for a new one, the owner's alone.
 * When this returns, the text is on the disk; when it throws, the file is as before. `temporary`,
 * in the same folder, must be nobody else's.
 */
export function replaceFile(
	path: string,
	text: string,
	temporary: string,
): void {
	// A killed process may have left it.
	rmSync(temporary, { force: true });
	try {
		const file = openSync(temporary, "wx", 0o600);
		try {
			const mode = statSync(path, { throwIfNoEntry: false })?.mode;
			if (mode !== undefined) fchmodSync(file, mode & 0o777);
			const bytes = Buffer.from(text);
			for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	syncFolder(dirname(path));
}

/** Writes the rename itself to the disk. Windows cannot open a folder. */
function syncFolder(path: string): void {
	if (process.platform === "win32") return;
	const folder = openSync(path, "r");
	try {
		fsyncSync(folder);
	} finally {
		closeSync(folder);
	}
}
