// The unpacked extension of these tests in a Chromium that playwright steers: its page, and its service worker's end.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { launchOptions } from "../setup/browsers.mjs";
import { makeExtension } from "./site.mjs";

/** Gives `{context, page, close}`; `page` is the extension's own, idle. A profile that is given stays. */
export async function openExtension(name, manifest, kept) {
	const extension = await makeExtension(`extension-${name}`, manifest);
	const profile = kept ?? mkdtempSync(join(tmpdir(), "agent-todos-durable-"));
	const context = await chromium.launchPersistentContext(profile, {
		...launchOptions,
		args: [
			...launchOptions.args,
			`--disable-extensions-except=${extension}`,
			`--load-extension=${extension}`,
		],
	});
	const close = async () => {
		await context.close();
		if (!kept) rmSync(profile, { recursive: true, force: true });
	};
	try {
		const worker =
			context.serviceWorkers()[0] ??
			(await context.waitForEvent("serviceworker", { timeout: 15_000 }));
		const page = await context.newPage();
		await page.goto(new URL("page.html", worker.url()).href);
		return { context, page, close };
	} catch (error) {
		await close();
		throw error;
	}
}
