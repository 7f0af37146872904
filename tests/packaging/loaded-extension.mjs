// Loads an unpacked extension into Chromium and waits for what its page found out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { launchOptions } from "../setup/browsers.mjs";
import { resultOf } from "./page-result.mjs";

/** What the page of this name in the extension puts into `globalThis.result`. `options` are those of `resultOf`. */
export async function resultOfExtension(folder, name, options) {
	const profile = mkdtempSync(join(tmpdir(), "agent-todos-extension-"));
	const context = await chromium.launchPersistentContext(profile, {
		...launchOptions,
		args: [
			...launchOptions.args,
			`--disable-extensions-except=${folder}`,
			`--load-extension=${folder}`,
		],
	});
	try {
		const worker =
			context.serviceWorkers()[0] ??
			(await context.waitForEvent("serviceworker", { timeout: 15_000 }));
		const { protocol, host } = new URL(worker.url());
		return await resultOf(context, `${protocol}//${host}/${name}`, options);
	} finally {
		await context.close();
		rmSync(profile, { recursive: true, force: true });
	}
}
