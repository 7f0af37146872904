// Runs the conformance tests of the IndexedDB storage in this page, in a worker and in a service worker, and reports what was found.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { findings } from "./findings.js";
import { reportTo } from "./report.js";

void (async () => {
	const conformance = {};
	for (const [place, run] of Object.entries({
		page: inPage,
		worker: inWorker,
		"service worker": inServiceWorker,
	})) {
		conformance[place] = await run().catch(
			(error) => `${error?.name}: ${error?.message}`,
		);
	}
	await reportTo(`${location.origin}/`, "conformance")({ conformance });
})();

function inPage() {
	return findings(() => indexedDbStorage());
}

function inWorker() {
	const worker = new Worker("conformance-worker.js");
	return new Promise((resolve, reject) => {
		worker.onmessage = ({ data }) => resolve(data);
		worker.onerror = (event) =>
			reject(new Error(`the worker failed: ${event.message}`));
	});
}

async function inServiceWorker() {
	const registration = await navigator.serviceWorker.register(
		"conformance-service-worker.js",
	);
	const worker =
		registration.installing ?? registration.waiting ?? registration.active;
	const { port1, port2 } = new MessageChannel();
	const answer = new Promise(
		(resolve) => (port1.onmessage = ({ data }) => resolve(data)),
	);
	worker.postMessage(null, [port2]);
	return answer;
}
