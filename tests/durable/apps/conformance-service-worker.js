// Runs the conformance tests of the IndexedDB storage in a service worker.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { findings } from "./findings.js";

addEventListener("message", (event) => {
	event.waitUntil(
		findings(() => indexedDbStorage()).then((found) =>
			event.ports[0].postMessage(found),
		),
	);
});
