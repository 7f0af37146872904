// Runs the conformance tests of the IndexedDB storage in a service worker.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { closedTests } from "./closed.js";
import { findings } from "./findings.js";

addEventListener("message", (event) => {
	event.waitUntil(
		findings(() => indexedDbStorage(), closedTests()).then((found) =>
			event.ports[0].postMessage(found),
		),
	);
});
