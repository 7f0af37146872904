// The quick set, which `npm test` runs: all that takes no browser, and one file of Chromium for
// each main path. Everything else runs with CI=true, or by `npm run test:all`.

import { needsOf } from "./needs.mjs";

/** A page and its workers, the core as WebAssembly, an extension that is stopped, the panel. */
const mainPaths = [
	"browsers/chromium.test.mjs",
	"wasm/chromium.test.mjs",
	"storages/service-worker.test.mjs",
	"panel/open.test.mjs",
];

/**
 * Files and folders that take no browser, and long: what they guard changes rarely, or is guarded
 * by a quicker test.
 */
const onlyInFull = [
	"bench/",
	"docs/guide.",
	"docs/newcomer.",
	"lighthouse/",
	"lint/clippy.",
	"packaging/bundlers.",
	"packaging/install.",
	"packaging/package-managers.",
	"packaging/registry.",
	"packaging/webpack.",
	"site/",
	"tools/",
	"wasm/node.",
];

/** Returns whether a test file, by its path in tests/, is in the quick set. */
export function isQuickFile(file) {
	if (mainPaths.includes(file)) return true;
	const needs = needsOf([file]);
	return (
		!file.endsWith(".slow.test.mjs") &&
		!onlyInFull.some((start) => file.startsWith(start)) &&
		!needs.includes("chromium") &&
		!needs.includes("webdriver")
	);
}
