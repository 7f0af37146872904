// The unpacked extension of these tests in a Chromium that playwright steers: its page, and its service worker's end.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchWithProfile, serviceWorkerOf } from "../setup/playwright.mjs";
import { makeExtension } from "./site.mjs";

/** Returns `{context, page, close}`; `page` is the extension's own, idle. A profile that is given stays. */
export async function openExtension(name, manifest, kept) {
	const extension = await makeExtension(`extension-${name}`, manifest);
	const profile = kept ?? mkdtempSync(join(tmpdir(), "agent-todos-durable-"));
	const context = await launchWithProfile(profile, extension);
	const close = async () => {
		await context.close();
		if (!kept) rmSync(profile, { recursive: true, force: true });
	};
	try {
		const worker = await serviceWorkerOf(context);
		const page = await context.newPage();
		await page.goto(new URL("page.html", worker.url()).href);
		return { context, page, close };
	} catch (error) {
		await close();
		throw error;
	}
}
