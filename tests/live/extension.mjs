// An unpacked extension of these tests in a Chromium that playwright steers: the programs of a folder here, each bundled into one
// file with the packed package.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { target } from "../../pkg-template/build/places.mjs";
import { loadExtension } from "../setup/playwright.mjs";
import { until } from "../setup/until.mjs";

/**
 * Loads the extension whose programs are in the folder `name`: `background.js`, and `page`, which its page panel.html runs. Gives
 * what `loadExtension` of tests/setup does.
 */
export async function openExtension(name, page, manifest = {}) {
	// Below the project, so that esbuild finds the installed package.
	const folder = join(target, "live", name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const whole = {
		manifest_version: 3,
		name: `agent-todos: ${name}`,
		version: "1.0",
		permissions: ["storage"],
		background: { service_worker: "background.js", type: "module" },
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
		...manifest,
	};
	writeFileSync(join(folder, "manifest.json"), JSON.stringify(whole));
	writeFileSync(
		join(folder, "panel.html"),
		`<!doctype html><title>panel</title><script src="${page}"></script>`,
	);
	const built = (file, format) =>
		esbuild.build({
			stdin: {
				contents: `import "${join(import.meta.dirname, name, file)}"`,
				resolveDir: folder,
			},
			outfile: join(folder, file),
			bundle: true,
			format,
			logLevel: "error",
		});
	await Promise.all([built("background.js", "esm"), built(page, "iife")]);
	return loadExtension(folder);
}

/**
 * Stops the service worker as the browser does after thirty idle seconds, and waits until it is gone: it is reported as stopped, or there
 * is none, as it may have been stopped already. Fails where it runs on. Chromium ignores the command while a worker starts, so it is sent
 * until it has been obeyed.
 */
export async function stopWorker(session) {
	let isReported = false;
	const hear = ({ versions }) => {
		isReported ||= versions.some(
			({ runningStatus }) => runningStatus === "stopped",
		);
	};
	session.on("ServiceWorker.workerVersionUpdated", hear);
	await until("the service worker is gone", async () => {
		await session.send("ServiceWorker.stopAllWorkers");
		const { targetInfos } = await session.send("Target.getTargets");
		return (
			isReported || !targetInfos.some(({ type }) => type === "service_worker")
		);
	});
	session.off("ServiceWorker.workerVersionUpdated", hear);
}
