// Loads an unpacked extension into Chromium and waits for what its page found out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchWithProfile, serviceWorkerOf } from "../setup/playwright.mjs";
import { resultOf } from "./page-result.mjs";

/** What the page of this name in the extension puts into `globalThis.result`. `options` are those of `resultOf`. */
export async function resultOfExtension(folder, name, options) {
	const profile = mkdtempSync(join(tmpdir(), "agent-todos-extension-"));
	const context = await launchWithProfile(profile, folder);
	try {
		const worker = await serviceWorkerOf(context);
		const { protocol, host } = new URL(worker.url());
		return await resultOf(context, `${protocol}//${host}/${name}`, options);
	} finally {
		await context.close();
		rmSync(profile, { recursive: true, force: true });
	}
}
