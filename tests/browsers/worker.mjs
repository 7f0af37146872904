// Runs the bodies in a dedicated worker and posts the results.

import { runBodies } from "./bodies.mjs";
import { contextFor, loadAnew, loadInlineAnew } from "./context.mjs";

postMessage(
	await runBodies(
		await contextFor(
			"worker",
			() => loadAnew("worker"),
			() => loadInlineAnew("worker"),
		),
	),
);
