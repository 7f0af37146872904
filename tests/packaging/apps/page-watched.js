// Says what was used while the package was imported, and what until it was ready. The test watches,
// from before this runs.

import { ready } from "./ready.js";

globalThis.result = run();

async function run() {
	const imported = [...globalThis.seen];
	await ready();
	return { imported, initialised: globalThis.seen.slice(imported.length) };
}
