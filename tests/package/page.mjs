// Runs the bodies in this page, in a dedicated worker and in a service worker, one after the other, and reports what it found:
// for each place a list of results, or a text that says why there is none.

import { described, runBodies } from "./bodies.mjs";
import { contextFor, loadAnew } from "./context.mjs";

const places = {
	page: inPage,
	worker: inWorker,
	"service-worker": inServiceWorker,
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

async function inPage() {
	return runBodies(await contextFor("page", () => loadAnew("page")));
}

function inWorker() {
	const worker = new Worker("/tests/worker.mjs", { type: "module" });
	return new Promise((resolve, reject) => {
		worker.onmessage = ({ data }) => {
			// Its instances end with it: a process has addresses for a hundred or so.
			worker.terminate();
			resolve(data);
		};
		worker.onerror = (event) =>
			reject(new Error(`the worker failed: ${event.message}`));
	});
}

async function inServiceWorker() {
	const registration = await navigator.serviceWorker.register(
		"/tests/service-worker.mjs",
		{ type: "module", scope: "/" },
	);
	const worker =
		registration.installing ?? registration.waiting ?? registration.active;
	const { port1, port2 } = new MessageChannel();
	const answer = new Promise(
		(resolve) => (port1.onmessage = ({ data }) => resolve(data)),
	);
	const broken = new Promise((_, reject) =>
		worker.addEventListener(
			"statechange",
			() =>
				worker.state === "redundant" &&
				reject(new Error("the service worker did not start")),
		),
	);
	broken.catch(() => {});
	worker.postMessage(null, [port2]);
	return Promise.race([answer, broken]);
}
