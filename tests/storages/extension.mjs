// The unpacked extension of these tests in a Chromium that playwright steers: its page, and its
// service worker's end.

import { loadExtension } from "../../www/browsers/playwright.mjs";
import { makeExtension } from "./site.mjs";

/**
 * Returns `{context, page, close}`; `page` is the extension's own, idle. A profile that is given
 * stays.
 */
export async function openExtension(name, manifest, profile) {
	const folder = await makeExtension(`extension-${name}`, manifest);
	const { context, address, close } = await loadExtension(folder, [], {
		profile,
	});
	const page = await context.newPage();
	await page.goto(address("page.html"));
	return { context, page, close };
}
