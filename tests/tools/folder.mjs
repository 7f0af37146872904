// Empty folders.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";

/** For the time of one test. */
export function emptyFolder(t) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-"));
	// What is about to end may still write there.
	t.after(() =>
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
	);
	return folder;
}

/** Below target/, where it stays. */
export function emptyTarget(...path) {
	const folder = join(target, ...path);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}
