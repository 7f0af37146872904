// Builds the pages into target/www and serves them, for a browser of the test's own; or opens them
// in Chromium too: each watched for errors and for requests to anywhere else.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { cached, serve } from "../../www/browsers/serve.mjs";
import { buildDemo, builtDemo } from "../../www/built.mjs";

/** Returns its `url` and `close()`. */
export async function builtAndServed() {
	await buildDemo();
	return serve(builtDemo, { headers: cached });
}

/**
 * What Chromium says to a page that asks whether there is a model of its own, where there is none.
 */
const withoutModel = /Unable to create a text session/;

/**
 * Chromium for the tests of one file: returns `withPage(path, act, options)`, which opens a page,
 * lets `act` use it, and sees that nothing went wrong but what matches `expected`. `before(page)`
 * may change the page before it loads; the other options are a browser context's.
 */
export function demoPages() {
	let server, browser;
	before(async () => {
		server = await builtAndServed();
		browser = await launchChromium();
	});
	after(async () => {
		await browser?.close();
		await server?.close();
	});
	return async (path, act, { before, expected = /(?!)/, ...options } = {}) => {
		const context = await browser.newContext({
			viewport: { width: 1280, height: 800 },
			...options,
		});
		const page = await context.newPage();
		const troubles = troublesOf(page);
		page.on("request", (request) => {
			const address = new URL(request.url());
			if (
				address.origin !== new URL(server.url).origin &&
				address.protocol !== "data:"
			)
				troubles.push(`request to ${address}`);
		});
		await before?.(page);
		await page.goto(new URL(path, server.url).href);
		await act(page);
		assert.deepEqual(
			troubles.filter(
				(trouble) => !expected.test(trouble) && !withoutModel.test(trouble),
			),
			[],
		);
		await context.close();
	};
}
