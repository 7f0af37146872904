// Runs the bodies in a service worker, as an extension's background is one: static imports only, nothing awaited at the top
// level, init() within a handler.

import { described, runBodies } from "./bodies.mjs";
import { contextFor } from "./context.mjs";
import { loaded } from "./fresh.mjs";

let used = 0;

addEventListener("message", (event) => {
	const fresh = async () =>
		loaded[used++] ??
		Promise.reject(new Error("freshUses in bodies.mjs is too small"));
	event.waitUntil(
		contextFor("service-worker", fresh)
			.then(runBodies)
			.catch(described)
			.then((results) => event.ports[0].postMessage(results)),
	);
});
