// Runs the conformance tests of the IndexedDB storage in this page, in a worker and in a service
// worker, and reports what was found.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { inServiceWorker, inWorker } from "../../browsers/places.mjs";
import { closedTests } from "./closed.js";
import { exchange } from "./current.js";
import { findings } from "./findings.js";
import { reportTo } from "./report.js";

void (async () => {
	const conformance = {};
	for (const [place, run] of Object.entries({
		page: () => findings(() => indexedDbStorage(), closedTests()),
		worker: () => inWorker("conformance-worker.js"),
		"service worker": () => inServiceWorker("conformance-service-worker.js"),
	})) {
		conformance[place] = await run().catch(
			(error) => `${error?.name}: ${error?.message}`,
		);
	}
	const current = await Promise.all([
		inWorker("current-worker.js"),
		exchange(indexedDbStorage(), "from a page", "from a worker"),
	]).catch((error) => String(error));
	await reportTo(
		`${location.origin}/`,
		"conformance",
	)({ conformance, current });
})();
