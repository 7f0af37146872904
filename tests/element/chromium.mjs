// Opens the pages of this folder in Chromium, for the tests of one file.

import assert from "node:assert/strict";
import { serve } from "../package/server.mjs";
import { launchChromium } from "../setup/playwright.mjs";

/** `open(options, path)` returns a page that is ready; `close()` ends all. `options` are a browser context's. */
export async function pages(args) {
	const server = await serve({ element: import.meta.dirname });
	const browser = await launchChromium(args);
	const visit = async (context, path = "page.html") => {
		const page = await context.newPage();
		await page.goto(`${server.address}element/${path}`);
		await page.locator("html[data-ready]").waitFor();
		return page;
	};
	return {
		visit,
		open: async (options, path) =>
			visit(await browser.newContext(options), path),
		async close() {
			await browser.close();
			server.close();
		},
	};
}

/** What the policy, or an error of the page, was reported for. */
export async function assertSilent(page) {
	assert.deepEqual(await page.evaluate("reports"), []);
}

/** The list as its store has it, in short. */
export const listOf = (page) =>
	page.evaluate(() =>
		globalThis.store
			.getAll()
			.map(({ content, status }) => `${content}: ${status}`),
	);
