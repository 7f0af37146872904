// Runs the bodies in a service worker, as an extension's background is one: static imports only,
// nothing awaited at the top level, init() within a handler.

import { described, runBodies } from "./bodies.mjs";
import { contextFor } from "./context.mjs";
import { loaded, loadedInline } from "./fresh.mjs";

addEventListener("message", (event) => {
	const next = (entries) => async () =>
		entries.shift() ??
		Promise.reject(new Error("freshUses in bodies.mjs is too small"));
	event.waitUntil(
		contextFor("service-worker", next(loaded), next(loadedInline))
			.then(runBodies)
			.catch(described)
			.then((results) => event.ports[0].postMessage(results)),
	);
});
