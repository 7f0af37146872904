// Unpacked extensions made of programs of the tests, each bundled into one file with the packed
// package; and the end of their worker.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { target } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "./folder.mjs";
import { until } from "./until.mjs";

/**
 * Returns the texts of classic scripts, by their names; `programs` are the paths of their sources
 * by the same names, without the ending.
 */
export async function bundled(programs) {
	const { outputFiles } = await build({
		entryPoints: programs,
		outdir: target,
		bundle: true,
		format: "iife",
		logLevel: "warning",
		write: false,
	});
	return Object.fromEntries(
		outputFiles.map(({ path, text }) => [path.slice(target.length + 1), text]),
	);
}

/**
 * Writes an extension of these files, texts by their names, and with more in its manifest. Returns
 * its folder.
 */
export function makeExtension(name, files, manifest = {}) {
	const folder = emptyTarget("extensions", name);
	const whole = {
		manifest_version: 3,
		name: `agent-todos: ${name}`,
		version: "1.0",
		permissions: ["storage"],
		background: { service_worker: "background.js" },
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
		...manifest,
	};
	for (const [file, text] of Object.entries({
		"background.js": "",
		...files,
		"manifest.json": JSON.stringify(whole),
	}))
		writeFileSync(join(folder, file), text);
	return folder;
}

/**
 * Stops the service worker as the browser does after thirty idle seconds, and waits until it has
 * stopped, which it may have before. Fails where it runs on. Chromium ignores the command while a
 * worker starts, so it is sent until it has been obeyed.
 */
export async function stopWorker(session) {
	let status;
	let hasStopped = false;
	const hear = ({ versions }) => {
		for (const { runningStatus } of versions) {
			hasStopped ||= runningStatus === "stopped";
			status = runningStatus;
		}
	};
	// Reports the status of now first, so that no report of an earlier stop is taken for this one.
	await session.send("ServiceWorker.disable");
	session.on("ServiceWorker.workerVersionUpdated", hear);
	await session.send("ServiceWorker.enable");
	await until(
		() => `the service worker has stopped: ${status}`,
		async () => {
			await session.send("ServiceWorker.stopAllWorkers");
			return hasStopped;
		},
	);
	session.off("ServiceWorker.workerVersionUpdated", hear);
}
