// Runs the conformance tests of the IndexedDB storage in a dedicated worker.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { closedTests } from "./closed.js";
import { findings } from "./findings.js";

void findings(() => indexedDbStorage(), closedTests()).then((found) =>
	postMessage(found),
);
