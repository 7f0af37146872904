// An empty folder for the time of one test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function emptyFolder(t) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-"));
	// What is about to end may still write there.
	t.after(() =>
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
	);
	return folder;
}
