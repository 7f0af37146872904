// Runs the bodies in this page, in a dedicated worker and in a service worker, one after the other,
// and reports what it found: for each place a list of results, or a text that says why there is
// none.

import { described, runBodies } from "./bodies.mjs";
import { contextFor, loadAnew, loadInlineAnew } from "./context.mjs";
import { inServiceWorker, inWorker } from "./places.mjs";

const module = { type: "module", scope: "/" };
const places = {
	page: async () =>
		runBodies(
			await contextFor(
				"page",
				() => loadAnew("page"),
				() => loadInlineAnew("page"),
			),
		),
	worker: () => inWorker("/tests/worker.mjs", module),
	"service-worker": () => inServiceWorker("/tests/service-worker.mjs", module),
};

const found = {};
for (const [place, run] of Object.entries(places)) {
	try {
		found[place] = await run();
	} catch (error) {
		found[place] = described(error);
	}
}
await fetch("/results", { method: "POST", body: JSON.stringify(found) });
