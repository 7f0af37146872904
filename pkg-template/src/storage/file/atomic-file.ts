// A file that is replaced as a whole: after a kill at any instant, or on a full disk, it is as before or as wanted.

import {
	closeSync,
	fchmodSync,
	fsyncSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Puts a text in place of a file, with the file's permissions or, for a new one, the owner's alone. When this returns, the
 * text is on the disk; when it throws, the file is as before. `temporary`, in the same folder, must be nobody else's.
 */
export function replaceFile(
	path: string,
	text: string,
	temporary: string,
): void {
	// What a killed process left.
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

/** The rename itself is on the disk when the folder is. Windows has no such thing as opening a folder. */
function syncFolder(path: string): void {
	if (process.platform === "win32") return;
	const folder = openSync(path, "r");
	try {
		fsyncSync(folder);
	} finally {
		closeSync(folder);
	}
}
