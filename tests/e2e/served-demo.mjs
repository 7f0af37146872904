// Builds the pages into target/www and serves them as `npm start` does, for a browser of the test's own; or opens them in
// Chromium too: each watched for errors and for requests to anywhere else.

import assert from "node:assert/strict";
import { join } from "node:path";
import { preview } from "vite";
import { root } from "../../pkg-template/build/places.mjs";
import { buildDemo } from "../setup/built.mjs";
import { launchChromium } from "../setup/playwright.mjs";

const www = join(root, "www");

/** Returns its `url` and `close()`. */
export async function builtAndServed() {
	const configFile = join(www, "vite.config.ts");
	await buildDemo();
	// Any free port: the demo itself may be running.
	const server = await preview({
		root: www,
		configFile,
		logLevel: "silent",
		preview: { port: 4200 },
	});
	return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

/** Returns `open(options, before, path)`, which returns a page that shows the page at `path`, and `close()`. */
export async function serveDemo() {
	const { url, close: closeServer } = await builtAndServed();
	const browser = await launchChromium();

	/**
	 * `options` are a browser context's; `before` may change the page before it loads: if not given, the recording's pauses
	 * pass as fast as a test says.
	 */
	const open = async (
		options = {},
		before = (page) => page.clock.install(),
		path = "",
	) => {
		const context = await browser.newContext({
			viewport: { width: 1280, height: 800 },
			...options,
		});
		const page = await context.newPage();
		const troubles = [];
		page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
		page.on("console", (message) => {
			if (message.type() === "error" || message.type() === "warning")
				troubles.push(`console: ${message.text()}`);
		});
		page.on("request", (request) => {
			const address = new URL(request.url());
			if (
				address.origin !== new URL(url).origin &&
				address.protocol !== "data:"
			)
				troubles.push(`request to ${address}`);
		});
		await before(page);
		await page.goto(new URL(path, url).href);
		return { page, troubles, [Symbol.asyncDispose]: () => context.close() };
	};

	/** Opens the playground, waits for its list, lets `act` use it, and sees that nothing went wrong. */
	const withPlayground = async (options, act) => {
		const { page, troubles } = await open(
			options,
			undefined,
			"playground.html",
		);
		await page.locator("#list .row").first().waitFor();
		await act(page);
		assert.deepEqual(troubles, []);
		await page.context().close();
	};

	const close = async () => {
		await browser.close();
		await closeServer();
	};
	return { open, withPlayground, close };
}
